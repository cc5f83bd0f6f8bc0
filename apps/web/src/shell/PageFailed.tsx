import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messages } from '@lotbook/contract'
import { toApiError } from '../client/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useTitle } from '../ui/Page.tsx'

/** A screen that could not be shown at all. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  // Without a network it is not said to be a fault, and comes back by itself.
  const [isOffline] = useState(!navigator.onLine)
  useEffect(() => {
    if (!isOffline) return
    const back = () => window.location.reload()
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [isOffline])
  return isOffline ? <NotHereYet /> : <Failed error={error} reset={reset} />
}

/** A screen that was not open before the network went. */
function NotHereYet() {
  useTitle('You are offline')
  return (
    <main id="main" className="grid min-h-[60dvh] place-items-center">
      <div className="max-w-[44ch] px-4 text-center">
        <h1 tabIndex={-1} className="text-h2 font-semibold">
          You are offline
        </h1>
        <p role="status" className="mt-2 text-ink-2">
          This screen was not open before, so it has to be loaded first. It appears by itself once you are
          connected again.
        </p>
        <Button className="mt-4" onClick={() => window.history.back()}>
          Back
        </Button>
      </div>
    </main>
  )
}

function Failed({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  useTitle(messages.somethingWentWrong)
  const message = isMistake(error) ? MISTAKE : toApiError(error).message
  return (
    <main id="main" className="grid min-h-[60dvh] place-items-center">
      <ErrorState
        isScreen
        title={messages.somethingWentWrong}
        text={`This screen could not be loaded. ${message} Nothing you entered elsewhere is affected.`}
        onRetry={() => {
          reset()
          window.location.reload()
        }}
      />
    </main>
  )
}

// A screen whose code did not arrive throws a TypeError too, and says so; any other is a mistake of ours, not of the connection.
function isMistake(error: unknown): boolean {
  return error instanceof TypeError && !/import|fetch|load/i.test(error.message)
}

const MISTAKE = 'The fault is ours, not yours.'
