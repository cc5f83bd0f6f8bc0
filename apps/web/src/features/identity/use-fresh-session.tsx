import { type ReactNode, useRef, useState } from 'react'
import { toApiError } from '../../client/api-error.ts'
import { ReauthDialog } from './ReauthDialog.tsx'

/** The person closed the question for their password: what was asked for was not done, and nothing is wrong. */
export class NotConfirmed extends Error {}

/**
 * Runs a call that needs a fresh session: where the server asks for the password again, so do we, and then the call
 * is made once more. Render `dialog` beside what uses it.
 */
export function useFreshSession(): {
  run: <Result>(call: () => Promise<Result>) => Promise<Result>
  dialog: ReactNode
} {
  const [isAsking, setAsking] = useState(false)
  const settle = useRef<(isFresh: boolean) => void>(undefined)

  function ask(): Promise<boolean> {
    setAsking(true)
    return new Promise((resolve) => {
      settle.current = (isFresh) => {
        setAsking(false)
        resolve(isFresh)
      }
    })
  }

  async function run<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      return await call()
    } catch (thrown) {
      if (toApiError(thrown).code !== 'reauth_required') throw thrown
      if (!(await ask())) throw new NotConfirmed()
      return call()
    }
  }

  const dialog = isAsking && (
    <ReauthDialog onFresh={() => settle.current?.(true)} onClose={() => settle.current?.(false)} />
  )
  return { run, dialog }
}
