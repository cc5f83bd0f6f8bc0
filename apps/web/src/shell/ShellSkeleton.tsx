import { Wordmark } from '../ui/Logo.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** The shell's outline, until it is known who is signed in: neither navigation flashes. */
export function ShellSkeleton() {
  return (
    <div aria-busy="true" className="min-h-dvh">
      <div className="flex h-14 items-center gap-6 border-b border-line bg-surface px-4 md:px-6">
        <Wordmark />
        <div className="hidden grow gap-4 md:flex">
          {[16, 20, 24, 12].map((width) => (
            <Skeleton key={width} className="h-4 w-20" />
          ))}
        </div>
      </div>
      <main id="main" className="mx-auto max-w-[1328px] px-4 py-8 md:px-6">
        <p role="status" className="sr-only">
          Loading
        </p>
        <Skeleton className="mb-6 h-8 w-56" />
        <div className="grid gap-4 md:grid-cols-3">
          {['a', 'b', 'c'].map((name) => (
            <Skeleton key={name} className="h-28" />
          ))}
        </div>
      </main>
    </div>
  )
}
