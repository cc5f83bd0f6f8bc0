import { messages, paths } from '@lotbook/contract'
import { ButtonLink } from '../ui/Button.tsx'
import { useTitle } from '../ui/Page.tsx'

/** The screen for a person without a role that opens this one. */
export function Forbidden({ to = paths.home }: { to?: string }) {
  useTitle('Not allowed')
  return (
    <main id="main" className="grid min-h-[60dvh] place-items-center px-4">
      <div className="grid max-w-[52ch] justify-items-center gap-3 text-center">
        <h1 tabIndex={-1} className="text-h1">
          {messages.forbidden.title}
        </h1>
        <p className="text-ink-2">
          This screen belongs to another kind of account, or your access to it was removed.
        </p>
        <ButtonLink look="primary" className="mt-2" to={to}>
          {messages.forbidden.leave}
        </ButtonLink>
      </div>
    </main>
  )
}
