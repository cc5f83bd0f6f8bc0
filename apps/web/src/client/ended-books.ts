import { paths } from '@lotbook/contract'
import { calls } from './api.ts'

/** Leave books that no longer open, and say so where one arrives. The page is loaded anew, so that nothing of them stays in memory. */
export async function leaveEndedBooks(): Promise<void> {
  await calls.professionals.stopImpersonating()
  window.location.replace(`${paths.taxProDashboard}?ended=true`)
}
