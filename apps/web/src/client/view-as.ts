import { calls } from './api.ts'
import { setLeaving } from './leaving.ts'

/**
 * Look into somebody's books, on the screen `to` where one is named; an administrator gives a reason. The page is loaded anew, so
 * that nothing of one's own is left in memory.
 */
export async function viewAs(
  id: string,
  { reason, to }: { readonly reason?: string; readonly to?: string } = {},
): Promise<void> {
  const return_to = window.location.pathname + window.location.search
  await leaveFor(() => calls.professionals.impersonate({ id, reason, return_to }), to)
}

/** Back to one's own pages: where one came from, else the list of clients. */
export async function stopViewing(): Promise<void> {
  await leaveFor(() => calls.professionals.stopImpersonating())
}

/** The socket may tell that the old id of the session has ended before the answer brings the new one (SA10). */
async function leaveFor(call: () => Promise<{ readonly redirect: string }>, to?: string): Promise<void> {
  setLeaving(true)
  try {
    const { redirect } = await call()
    window.location.assign(to ?? redirect)
  } catch (thrown) {
    setLeaving(false)
    throw thrown
  }
}
