import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type AddressFound as Found, messages, paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { handAddress } from '../../client/handed-address.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoneLink } from '../../ui/Link.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { SourceCardLink } from './SourceCardLink.tsx'
import { waysOf } from './source-methods.ts'

export interface AddressFoundProps {
  readonly text: string
  /** Enter was pressed on it: the first chain has the focus once it is there. */
  readonly isEntered: boolean
  readonly onFollow: () => void
}

/** The chains that a pasted address may be on, and the way its history comes in from each. */
export function AddressFound({ text, isEntered, onFollow }: AddressFoundProps) {
  const list = useRef<HTMLUListElement>(null)
  const { data, error, refetch, isFetching } = useQuery({
    ...api.sources.findAddress.queryOptions({ input: { text } }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    // A secret that was pasted by mistake is not held longer than the dialog is open.
    gcTime: 0,
    select: (answer) => answer.data,
  })
  useEffect(() => {
    if (isEntered && data !== undefined) list.current?.querySelector('a')?.focus()
  }, [isEntered, data])
  if (data === undefined) {
    return error === null ? (
      <Loading label="the chains of this address">
        <Skeleton className="h-24" />
      </Loading>
    ) : (
      <ErrorState
        title="The address could not be looked up"
        text={toApiError(error).message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data.outcome === 'secret') return <Banner tone="danger">{data.message}</Banner>
  if (data.outcome === 'unknown') {
    return (
      <EmptyState
        title={messages.import.nothingFound}
        text={data.message}
        actions={
          <ButtonLink look="primary" to={paths.importCsvs} onClick={onFollow}>
            {messages.import.importButton}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <section aria-label="Address found" className="grid gap-4">
      <div role="status">
        <p className="text-lead font-semibold">{headlineOf(data)}</p>
        <p className="mt-1 max-w-[72ch] text-ink-2">{waysOf(data.chains)}</p>
      </div>
      {data.message !== null && <Banner tone="warn">{data.message}</Banner>}
      <ul
        ref={list}
        aria-label="Chains"
        className="grid grid-cols-1 gap-2 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4"
      >
        {data.chains.map((chain) => (
          <SourceCardLink
            key={chain.slug}
            source={chain}
            isTabStop
            onFollow={() => {
              if (chain.address) handAddress(chain.slug, text)
              onFollow()
            }}
          >
            {chain.explorer_url !== null && (
              <LoneLink to={chain.explorer_url} className="ml-1 text-table">
                Open at {new URL(chain.explorer_url).host}
              </LoneLink>
            )}
          </SourceCardLink>
        ))}
      </ul>
    </section>
  )
}

function headlineOf({ chains, is_extended_key }: Found): string {
  const [only, ...others] = chains
  const what = is_extended_key ? 'An extended public key' : 'A public address'
  return only !== undefined && others.length === 0
    ? `${what} of ${only.name}`
    : `${what} that ${chains.length.toString()} chains can have`
}
