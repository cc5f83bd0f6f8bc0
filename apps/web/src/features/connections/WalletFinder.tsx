import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { connectionMessages, type FoundWallet, messages, paths } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { LoneLink } from '../../ui/Link.tsx'
import { SourceLogo } from '../../ui/SourceLogo.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { Quantity } from '../../ui/Values.tsx'
import { shortAddress } from './wallet-lines.ts'

/** Addresses that the person's own transfers went to and that are no account yet, with what speaks for each. */
export function WalletFinder() {
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery({
    ...laterApi.connections.walletFinder.queryOptions(),
    select: (answer) => answer.data,
  })
  const [ticked, setTicked] = useState<readonly string[]>([])
  const ended = async () => {
    setTicked([])
    await client.invalidateQueries({ queryKey: laterApi.connections.walletFinder.key() })
  }
  const failed = (thrown: unknown) => toastFailed(toApiError(thrown).message)
  const imports = useMutation({
    ...laterApi.connections.importFoundWallets.mutationOptions(),
    onSuccess: ({ status, message }) => {
      if (status === 'success') toastDone(message)
      else toastFailed(message)
      return ended()
    },
    onError: failed,
  })
  const dismissal = useMutation({
    ...laterApi.connections.dismissFoundWallets.mutationOptions(),
    onSuccess: () => {
      toastDone(connectionMessages.walletImport.dismissed)
      return ended()
    },
    onError: failed,
  })

  if (data === undefined) {
    if (error === null) return null
    return (
      <Card className="mb-7">
        <ErrorState
          title="The wallet finder could not read your transfers"
          text={toApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    )
  }
  if (data.length === 0) return null
  const chosen = data.filter(({ address }) => ticked.includes(address))
  // Chains that cannot be fetched are sent too: the answer says that they were left out.
  const wallets = chosen.map(({ address, chains }) => ({ address, chains: chains.map(({ slug }) => slug) }))
  const canFetch = chosen.some(({ chains }) => chains.some((chain) => chain.can_be_fetched))
  const isBusy = imports.isPending || dismissal.isPending

  return (
    <Card title="Wallets that may be yours" flush className="mb-7">
      <p className="px-card pt-1 pb-3 text-ink-2">
        You sent coins to these addresses, and none of your accounts has received them. Import those that are
        yours: a transfer between your own accounts is not taxed.
      </p>
      <ul aria-label="Wallets that may be yours">
        {data.map((wallet) => (
          <FoundRow
            key={wallet.address}
            wallet={wallet}
            isTicked={ticked.includes(wallet.address)}
            onTick={(isTicked) =>
              setTicked(
                isTicked
                  ? [...ticked, wallet.address]
                  : ticked.filter((address) => address !== wallet.address),
              )
            }
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2 border-t border-rule px-card py-3">
        <Button
          look="primary"
          size="small"
          busy={imports.isPending}
          disabledReason={whyNotImport(chosen.length, canFetch)}
          onClick={() => {
            if (!isBusy) imports.mutate({ wallets })
          }}
        >
          {messages.import.importButton}
        </Button>
        <Button
          size="small"
          busy={dismissal.isPending}
          disabledReason={chosen.length === 0 ? NOTHING : undefined}
          onClick={() => {
            if (!isBusy) dismissal.mutate({ wallets })
          }}
        >
          Dismiss
        </Button>
        <span className="text-caption text-ink-3">What you dismiss is not suggested again.</span>
      </div>
    </Card>
  )
}

const NOTHING = 'Select at least one address'

function whyNotImport(chosen: number, canFetch: boolean): string | undefined {
  if (chosen === 0) return NOTHING
  return canFetch
    ? undefined
    : 'Lotbook cannot fetch these by address yet. Upload an export from a block explorer instead.'
}

interface FoundRowProps {
  readonly wallet: FoundWallet
  readonly isTicked: boolean
  readonly onTick: (isTicked: boolean) => void
}

function FoundRow({ wallet, isTicked, onTick }: FoundRowProps) {
  const { address, chains, amounts, transactions } = wallet
  const [first] = chains
  const isFile = chains.every((chain) => !chain.can_be_fetched)
  return (
    <li className="grid gap-1 border-t border-rule px-card py-3">
      <Checkbox
        checked={isTicked}
        onChange={({ target }) => onTick(target.checked)}
        label={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-mono text-table" title={address}>
              {shortAddress(address)}
            </span>
            {chains.map(({ slug, name }) => (
              <span key={slug} className="flex items-center gap-1.5 text-table text-ink-2">
                <SourceLogo slug={slug} name={name} small />
                {name}
              </span>
            ))}
          </span>
        }
        hint={evidenceOf(wallet)}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pl-7 text-table">
        <span className="flex flex-wrap gap-x-3 text-ink-2 tabular-nums">
          {amounts.map(({ asset, symbol, direction, quantity }) => (
            <span key={`${asset} ${direction}`}>
              {direction === 'out' ? 'Sent' : 'Received'} <Quantity amount={quantity} ticker={symbol} wraps />
            </span>
          ))}
        </span>
        {transactions.map((id, at) => (
          <LoneLink key={id} to={`${paths.transactions}?id=${id}`}>
            {transactions.length === 1
              ? 'Show the transfer'
              : at === 0
                ? 'Newest transfer'
                : `Transfer ${(at + 1).toString()}`}
          </LoneLink>
        ))}
        {isFile && first !== undefined && (
          <LoneLink to={paths.importOptions(first.slug)}>Upload its explorer file</LoneLink>
        )}
      </div>
    </li>
  )
}

/** "14 transfers, Mar 11, 2024 to Jan 2, 2025". */
function evidenceOf({ transfers, first_at, last_at }: FoundWallet): string {
  const [from, to] = [formatDay(first_at), formatDay(last_at)]
  const count = transfers === 1 ? '1 transfer' : `${transfers.toLocaleString('en-US')} transfers`
  return from === to ? `${count} on ${from}` : `${count}, ${from} to ${to}`
}
