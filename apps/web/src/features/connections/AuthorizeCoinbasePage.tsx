import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { paths, screenMessages } from '@lotbook/contract'
import { useAfterUploadPath } from '../../client/after-upload-path.ts'
import { toApiError } from '../../client/api-error.ts'
import { continueWithCoinbase } from '../../client/continue-with-coinbase.ts'
import { laterCalls } from '../../client/later-api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import type { ReturnSearch } from './return-search.ts'

/** Where Coinbase sends a person back to: the account is connected, and the way goes on to the imports. */
export function AuthorizeCoinbasePage() {
  const { code = '', state = '', error } = useSearch({ strict: false }) as ReturnSearch
  const pathAfter = useAfterUploadPath()
  const router = useRouter()
  const isComplete = error === undefined && code !== '' && state !== ''
  const goOn = (isFirst: boolean) => router.history.replace(pathAfter(isFirst))
  // A code is good for one exchange, so it is sent once however often the page is drawn.
  const finishing = useQuery({
    queryKey: ['authorize-coinbase', state],
    queryFn: async () => {
      const connected = await laterCalls.connections.finishCoinbase({ code, state })
      if (connected.may.length === 0) goOn(connected.first_import)
      return connected
    },
    enabled: isComplete,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    refetchOnMount: false,
  })
  const { data } = finishing
  const isBeyond = data !== undefined && data.may.length > 0
  return (
    <Page title="Connecting Coinbase">
      {isBeyond ? (
        <Banner tone="warn" action={<Button onClick={() => goOn(data.first_import)}>Go on</Button>}>
          <p className="font-medium">Coinbase also gave the right to {data.may.join(' and ')}.</p>
          <p className="text-ink-2">
            Lotbook did not ask for it and does not use it. You can revoke it in your Coinbase settings.
          </p>
        </Banner>
      ) : isComplete && finishing.error === null ? (
        <Loading label="your Coinbase account">
          <Skeleton className="h-40 w-full" />
        </Loading>
      ) : (
        <>
          <ErrorState
            title="Coinbase is not connected"
            text={finishing.error === null ? NOT_GIVEN : toApiError(finishing.error).message}
            onRetry={() => void continueWithCoinbase()}
          />
          <ButtonLink look="quiet" to={paths.importOptions('coinbase')}>
            {screenMessages.add.choose}
          </ButtonLink>
        </>
      )}
    </Page>
  )
}

const NOT_GIVEN = 'Coinbase did not give access, so nothing was imported.'
