import { getRouteApi, useRouter } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { stringifySearch } from '../../client/search.ts'
import { TextLink } from '../../ui/Link.tsx'
import { IdentityCard } from './IdentityCard.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { SecondFactorStep } from './SecondFactorStep.tsx'
import { useEnter } from './use-enter.ts'

const route = getRouteApi('/public/login')

/** Logging in: email and password, then a code or a passkey where the account asks for one; or a passkey alone. */
export function LogInPage() {
  const { redirect, step, ended } = route.useSearch()
  const router = useRouter()
  const enter = useEnter()

  if (step === 'code') return <SecondFactorStep onDone={() => enter(redirect)} />
  return (
    <IdentityCard
      title="Log in"
      text={ended && 'Your session has ended. Log in again to continue where you left off.'}
      aside={
        <>
          New to Lotbook?{' '}
          <TextLink to={paths.signUp + stringifySearch({ redirect })}>Create an account</TextLink>
        </>
      }
    >
      <PasswordStep
        onDone={async ({ needsCode }) => {
          if (needsCode) router.history.push(paths.logIn + stringifySearch({ redirect, step: 'code' }))
          else await enter(redirect)
        }}
      />
    </IdentityCard>
  )
}
