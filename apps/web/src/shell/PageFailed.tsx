import type { ErrorComponentProps } from '@tanstack/react-router'
import { toApiError } from '../client/api-error.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useTitle } from '../ui/Page.tsx'

/** A screen that could not be shown at all. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  useTitle('Something went wrong')
  const message = isMistake(error) ? MISTAKE : toApiError(error).message
  return (
    <main id="main" className="grid min-h-[60dvh] place-items-center">
      <div>
        <h1 tabIndex={-1} className="sr-only">
          Something went wrong
        </h1>
        <ErrorState
          title="This screen could not be loaded"
          text={<>{message} Nothing you entered elsewhere is affected.</>}
          onRetry={() => {
            reset()
            window.location.reload()
          }}
        />
      </div>
    </main>
  )
}

// A screen whose code did not arrive throws a TypeError too, and says so; any other is a mistake of ours, not of the connection.
function isMistake(error: unknown): boolean {
  return error instanceof TypeError && !/import|fetch|load/i.test(error.message)
}

const MISTAKE = 'Something went wrong on our side.'
