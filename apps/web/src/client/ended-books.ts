import { paths } from '@lotbook/contract'
import { calls } from './api.ts'
import { setLeaving } from './leaving.ts'

let leaving: Promise<void> | undefined

/**
 * Leave books that no longer open, and say so where one arrives. The page is loaded anew, so that nothing of them stays in memory. Several
 * calls are refused at once where access ends: they leave together, for each leaving gives the session another id (SA10), and of two
 * the older cookie could arrive last.
 */
export function leaveEndedBooks(): Promise<void> {
  leaving ??= leave().catch((thrown: unknown) => {
    leaving = undefined
    setLeaving(false)
    throw thrown
  })
  return leaving
}

async function leave(): Promise<void> {
  setLeaving(true)
  await calls.professionals.stopImpersonating()
  window.location.replace(`${paths.taxProDashboard}?ended=true`)
}
