import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { IdentityCard } from './IdentityCard.tsx'

const route = getRouteApi('/public/verify_email')

/** The link of the mail that proves an email. A button asks, since mail scanners open links by themselves. */
export function VerifyEmailPage() {
  const { token = '' } = route.useSearch()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => calls.identity.verifyEmail({ token }),
  })

  if (isSuccess) {
    return (
      <IdentityCard title="Your email is confirmed">
        <ButtonLink look="primary" size="large" className="w-full" to={paths.home}>
          Continue
        </ButtonLink>
      </IdentityCard>
    )
  }
  return (
    <IdentityCard title="Confirm your email">
      <div className="grid gap-4">
        {error !== null && <Banner tone="danger">{toApiError(error).message}</Banner>}
        <Button look="primary" size="large" busy={isPending} onClick={() => mutate()}>
          Confirm
        </Button>
      </div>
    </IdentityCard>
  )
}
