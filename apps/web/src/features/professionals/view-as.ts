import { calls } from '../../client/api.ts'

/** Look into a client's books. The page is loaded anew, so that nothing of one's own is left in memory. */
export async function viewAs(id: string): Promise<void> {
  const { redirect } = await calls.professionals.impersonate({
    id,
    return_to: window.location.pathname + window.location.search,
  })
  window.location.assign(redirect)
}

/** Back to one's own pages: where one came from, else the list of clients. */
export async function stopViewing(): Promise<void> {
  const { redirect } = await calls.professionals.stopImpersonating()
  window.location.assign(redirect)
}
