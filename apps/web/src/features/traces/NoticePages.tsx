import { useMutation } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { MailCheck, Monitor } from 'lucide-react'
import { paths } from '@lotbook/contract'
import { calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useStart } from '../../client/start.ts'
import { useIsRegistered } from '../../client/use-is-registered.ts'
import { safeReturnPath } from '../../client/redirect.ts'
import { stringifySearch } from '../../client/search.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { LoneLink } from '../../ui/Link.tsx'
import { useTitle } from '../../ui/Page.tsx'
import { toastFailed } from '../../ui/toast-store.ts'

/** For who holds a phone: the work is easier at a desk, and a mail brings the way there. */
export function SwitchPage() {
  const router = useRouter()
  const redirectTo = useReturnPath()
  const { get_user_role } = useStart()
  const send = useMutation({
    mutationFn: () => calls.onboarding.sendDesktopLink({ redirectTo }),
    onSuccess: () => router.history.push(`${paths.emailNotification}${stringifySearch({ redirectTo })}`),
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })
  return (
    <Notice
      title="Better on a bigger screen"
      picture={<Monitor aria-hidden="true" className="size-6 text-accent" />}
      text={
        <>
          Exchange files are on your computer, and a year of transactions is easier to check there. We email a
          link to <strong className="break-all text-ink">{get_user_role.email}</strong>.
        </>
      }
    >
      <Button
        look="primary"
        size="large"
        className="max-sm:w-full"
        busy={send.isPending}
        onClick={() => send.mutate()}
      >
        Send desktop link
      </Button>
      <ButtonLink look="quiet" to={redirectTo}>
        Continue here
      </ButtonLink>
    </Notice>
  )
}

/** After the link was sent. */
export function EmailPage() {
  const redirectTo = useReturnPath()
  const { get_user_role } = useStart()
  return (
    <Notice
      title="Check your email"
      picture={<MailCheck aria-hidden="true" className="size-6 text-accent" />}
      text={
        <>
          An email with a link is on its way to{' '}
          <strong className="break-all text-ink">{get_user_role.email}</strong>. Open it on your computer and
          log in there: you continue where you are now.
        </>
      }
    >
      <p className="text-table text-ink-2">Nothing after a few minutes? Check your spam folder.</p>
      <LoneLink to={`${paths.switchNotification}${stringifySearch({ redirectTo })}`}>Send it again</LoneLink>
      <ButtonLink look="quiet" to={redirectTo}>
        Continue here
      </ButtonLink>
    </Notice>
  )
}

// The screen that one came from; the first step where the address names none of ours.
function useReturnPath(): string {
  const isRegistered = useIsRegistered()
  const { redirectTo } = useSearch({ strict: false }) as { redirectTo?: string }
  return safeReturnPath(redirectTo, isRegistered) ?? paths.onboarding(1)
}

interface NoticeProps {
  readonly title: string
  readonly picture: React.ReactNode
  readonly text: React.ReactNode
  readonly children: React.ReactNode
}

function Notice({ title, picture, text, children }: NoticeProps) {
  useTitle(title)
  return (
    <div className="grid w-full max-w-[440px] justify-items-start gap-4 rounded-card border border-edge bg-surface p-6 shadow-card md:p-8">
      <span className="inline-flex size-12 items-center justify-center rounded-card bg-accent-soft">
        {picture}
      </span>
      <h1 tabIndex={-1} className="text-h1 tracking-[-0.01em]">
        {title}
      </h1>
      <p className="text-ink-2">{text}</p>
      {children}
    </div>
  )
}
