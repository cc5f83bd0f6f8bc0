import { shortAccount } from '@lotbook/journal'
import { useQuery } from '@tanstack/react-query'
import { type BalanceParting, paths, type WalletAccount } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { AccountName } from '../../ui/AccountName.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDateTime } from '../../ui/format/format-date-time.ts'
import { TextLink } from '../../ui/Link.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { Quantity } from '../../ui/Values.tsx'
import { counted } from '../imports/import-state.ts'
import { apartOf, nextStepOf } from './parting-words.ts'

export interface PartingSheetProps {
  readonly row: WalletAccount
  readonly asset: string
  readonly symbol: string
  readonly onClose: () => void
}

/** Where the computed balance of an asset parts from what the account states (N10). */
export function PartingSheet({ row, asset, symbol, onClose }: PartingSheetProps) {
  const { data, error, refetch, isFetching } = useQuery({
    ...api.wallets.balanceParting.queryOptions({ input: { id: row.id, asset } }),
    select: (answer) => answer.data,
  })
  return (
    <Sheet isOpen onClose={onClose} title={`Where the ${symbol} balances of ${shortAccount(row.label)} part`}>
      {data !== undefined ? (
        <Found parting={data} row={row} />
      ) : error === null ? (
        <Loading label="the comparison">
          <Skeleton className="h-40 w-full" />
        </Loading>
      ) : (
        <ErrorState
          title="The balances could not be compared"
          text={toApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Sheet>
  )
}

function Found({ parting, row }: { readonly parting: BalanceParting; readonly row: WalletAccount }) {
  const { agreed, parted, symbol, rows, rows_total, suspect } = parting
  if (parted === null && agreed === null)
    return <p>{`${shortAccount(row.label)} states no balance of ${symbol}.`}</p>
  if (parted === null)
    return (
      <p>
        The newest balance that {shortAccount(row.label)} states is the one computed from your transactions.
        What moved since then has not been compared.
      </p>
    )
  return (
    <div className="grid gap-5">
      <dl className="grid gap-4">
        <div>
          <dt className="text-caption text-ink-3">Both agree for the last time</dt>
          <dd className="mt-0.5">
            {agreed === null ? (
              'Never: history from before the first stated balance is missing.'
            ) : (
              <>
                <span className="font-medium">{formatDateTime(agreed.at)}</span>
                <span className="block text-ink-2">
                  <Quantity amount={agreed.stated} ticker={symbol} />
                </span>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt className="text-caption text-ink-3">The next balance stated differs</dt>
          <dd className="mt-0.5">
            <span className="font-medium">{formatDateTime(parted.at)}</span>
            <span className="block text-ink-2">
              Stated: <Quantity amount={parted.stated} ticker={symbol} />
            </span>
            <span className="block text-ink-2">
              Computed: <Quantity amount={parted.computed} ticker={symbol} />
            </span>
            <span className="block font-medium text-warn">
              <Quantity amount={apartOf(parted)} ticker={symbol} /> apart
            </span>
          </dd>
        </div>
      </dl>
      <section aria-label="Transactions between the two">
        <h3 className="font-medium">
          {rows_total === 0
            ? 'No transaction of yours lies between'
            : `${counted(rows_total, 'transaction')} between`}
        </h3>
        {rows.length > 0 && (
          <ul className="mt-2 divide-y divide-rule rounded-card border border-line">
            {rows.map((one) => (
              <li key={one.id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-3 py-2">
                <span className="min-w-0">
                  <TextLink to={`${paths.transactions}?id=${one.id}`}>{formatDateTime(one.at)}</TextLink>
                  <span className="block text-caption text-ink-2">
                    <AccountName name={one.label} />
                  </span>
                </span>
                <span className="text-right">
                  <Quantity amount={one.change} ticker={symbol} />
                  {suspect?.id === one.id && (
                    <span className="block text-caption font-medium text-warn">
                      {suspect.kind === 'extra' ? 'alone makes the difference' : 'the wrong way round'}
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
        {rows_total > rows.length && <p className="mt-2 text-table text-ink-2">The first are listed.</p>}
      </section>
      <p className="text-ink-2">{nextStepOf(parting, row.label)}</p>
      <div>
        <ButtonLink size="small" to={`${paths.importOptions(row.slug)}&csv=true`}>
          Upload another file
        </ButtonLink>
      </div>
    </div>
  )
}
