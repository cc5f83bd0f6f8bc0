import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { AssetBalance, WalletAccount } from '@lotbook/contract'
import { compare } from '@lotbook/money'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Coin } from '../../ui/Coin.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { directionOf, Money, Quantity } from '../../ui/Values.tsx'
import { counted } from '../imports/import-state.ts'
import { leftOut } from './wallet-sums.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const PartingSheet = lazyPart(async () => (await import('./PartingSheet.tsx')).PartingSheet)

/** What an account holds of each asset, computed beside reported, the largest value first. */
export function BalancesTable({ row }: { row: WalletAccount }) {
  const [page, setPage] = useState(1)
  const [finding, setFinding] = useState<AssetBalance>()
  const { data, error, refetch, isFetching } = useQuery({
    ...api.wallets.accountBalances.queryOptions({ input: { id: row.id, page } }),
    placeholderData: keepPreviousData,
  })
  if (data === undefined) {
    return error === null ? (
      <Loading label="balances">
        <Skeleton className="m-4 h-20" />
      </Loading>
    ) : (
      <ErrorState
        title="The balances could not be worked out"
        text={toApiError(error).message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  const { data: assets, meta, total, currency } = data
  if (assets.length === 0)
    return <p className="p-5 text-table text-ink-2">By its transactions, nothing is left in this account.</p>
  return (
    <div className="min-w-0 overflow-x-auto">
      <table className="w-full text-table tabular-nums">
        <caption className="sr-only">Balance of {row.label} by asset</caption>
        <thead className="border-b border-line text-right text-caption text-ink-3">
          <tr>
            <th scope="col" className="h-9 pl-5 text-left font-medium">
              Balance
            </th>
            <th scope="col" className="px-2 font-medium">
              Computed
            </th>
            <th scope="col" className="px-2 font-medium">
              Reported
            </th>
            <th scope="col" className="pr-5 pl-2 font-medium">
              Value
            </th>
          </tr>
        </thead>
        <tbody>
          {assets.map((asset) => (
            <tr key={asset.asset} className="border-b border-rule last:border-b-0">
              <th scope="row" className="py-2 pl-5 text-left font-normal" title={asset.name}>
                <span className="flex items-center gap-2">
                  <Coin name={asset.symbol} asset={asset.asset} small />
                  {asset.symbol}
                </span>
              </th>
              <td className="px-2 text-right">
                <Quantity amount={asset.quantity} />
              </td>
              <td className="px-2 text-right">
                <Reported asset={asset} onFind={() => setFinding(asset)} />
              </td>
              <td className="py-1 pr-5 pl-2 text-right">
                <Value asset={asset} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-line">
          <tr className="h-11">
            <td colSpan={2} className="pl-5">
              {counted(total.assets, 'asset')}
            </td>
            <td className="px-2 text-right text-caption">
              {total.proof === 'matches' ? (
                <span className="font-medium text-gain">matches</span>
              ) : total.proof === 'differs' ? (
                <span className="font-medium text-warn">differs</span>
              ) : (
                <span className="text-ink-3">Not reported</span>
              )}
            </td>
            <td className="pr-5 pl-2 text-right">
              <span className="border-b-3 border-double border-ink font-medium">
                <Money amount={total.value} currency={currency} />
              </span>
            </td>
          </tr>
        </tfoot>
      </table>
      <div className="grid gap-1 px-5 pb-3 text-caption text-ink-2 empty:hidden">
        {leftOut(total).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {meta.total_pages > 1 && (
          <Pager
            label={`balances of ${row.label}`}
            from={(page - 1) * meta.per_page + 1}
            to={(page - 1) * meta.per_page + assets.length}
            total={meta.total_count}
            onPrevious={page > 1 ? () => setPage(page - 1) : undefined}
            onNext={page < meta.total_pages ? () => setPage(page + 1) : undefined}
          />
        )}
      </div>
      {finding !== undefined && (
        <Suspense>
          <PartingSheet
            row={row}
            asset={finding.asset}
            symbol={finding.symbol}
            onClose={() => setFinding(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

function Reported({ asset, onFind }: { readonly asset: AssetBalance; readonly onFind: () => void }) {
  if (asset.reported === null)
    return (
      <span className="text-ink-3">
        –<span className="sr-only"> not reported</span>
      </span>
    )
  // Held to what was computed at that moment: what moved since is no difference.
  const isSame = compare(readAmount(asset.reported), readAmount(asset.computed_then ?? '0')) === 0
  return (
    <span className={isSame ? undefined : 'font-medium text-warn'}>
      <Quantity amount={asset.reported} />
      {isSame ? (
        <Check aria-label="matches" className="ml-1 inline-block size-3.5 text-gain" />
      ) : (
        <span className="sr-only"> differs</span>
      )}
      {asset.reported_at !== null && (
        <span className="block text-caption font-normal whitespace-nowrap text-ink-3">
          {formatDay(asset.reported_at)}
        </span>
      )}
      {!isSame && asset.computed_then !== null && asset.computed_then !== asset.quantity && (
        <span className="block text-caption font-normal text-ink-2">
          computed then: <Quantity amount={asset.computed_then} />
        </span>
      )}
      {!isSame && (
        <button
          type="button"
          aria-label={`Find where they part: ${asset.symbol}`}
          onClick={onFind}
          className="mt-0.5 min-h-6 rounded-[2px] text-caption font-medium whitespace-nowrap text-accent underline decoration-1 underline-offset-2 hover:text-accent-hover pointer-coarse:min-h-11"
        >
          Find where they part
        </button>
      )}
    </span>
  )
}

function Value({ asset, currency }: { asset: AssetBalance; currency: string }) {
  if (asset.value === null)
    return directionOf(asset.quantity) === 'loss' ? (
      <span className="text-warn">Below zero</span>
    ) : (
      <Money amount={null} currency={currency} />
    )
  return (
    <>
      <Money amount={asset.value} currency={currency} />
      {asset.priced_at !== null && (
        <span className="block text-caption whitespace-nowrap text-ink-3">{formatDay(asset.priced_at)}</span>
      )}
    </>
  )
}
