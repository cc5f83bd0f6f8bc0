import { paths } from '@lotbook/contract'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useTitle } from '../ui/Page.tsx'

/** No screen at this path. */
export function NotFoundPage() {
  useTitle('Not found')
  return (
    <main id="main" className="grid min-h-[60dvh] place-items-center">
      <div>
        <h1 tabIndex={-1} className="sr-only">
          Not found
        </h1>
        <EmptyState
          title="There is nothing at this address"
          text="It may have been mistyped, or the screen has moved."
          actions={
            <ButtonLink look="primary" to={paths.home}>
              Go to the start
            </ButtonLink>
          }
        />
      </div>
    </main>
  )
}
