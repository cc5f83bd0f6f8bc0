import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { paths } from '@lotbook/contract'
import { startQuery } from '../client/start.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useTitle } from '../ui/Page.tsx'
import { ShellSkeleton } from './ShellSkeleton.tsx'
import { lazyPart } from '../ui/lazy-part.ts'

// Not with this page: a visitor who is not signed in needs none of it.
const AppShell = lazyPart(async () => (await import('./AppShell.tsx')).AppShell)

/** No screen at this path. Who is signed in keeps the navigation around it. */
export function NotFoundPage() {
  const { data: start, error } = useQuery(startQuery)
  if (start === undefined && error === null) return <ShellSkeleton />
  if (start === undefined || start.get_user_role.roles.length === 0) {
    return (
      <main id="main" className="grid min-h-[60dvh] place-items-center">
        <NotFound />
      </main>
    )
  }
  return (
    <Suspense fallback={<ShellSkeleton />}>
      <AppShell>
        <NotFound />
      </AppShell>
    </Suspense>
  )
}

function NotFound() {
  useTitle('Not found')
  return (
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
  )
}
