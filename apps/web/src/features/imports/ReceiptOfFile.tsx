import type { ImportReceipt } from '@lotbook/contract'
import { paths } from '@lotbook/contract'
import { Coin } from '../../ui/Coin.tsx'
import { LoneLink } from '../../ui/Link.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { counted, listed, nameOf, statusOf } from './import-state.ts'
import { countsOf } from './SourceOutcome.tsx'

const WAYS = { api: 'API', wallet: 'Public address', manual: 'By hand', CSV: '' }

/** What one file or connection brought: rows used, dates, assets, and the rows that could not be read by their lines. */
export function ReceiptOfFile({ receipt }: { readonly receipt: ImportReceipt }) {
  const { source, assets, asset_count, unread } = receipt
  const name = source.file_name ?? source.account_name
  const isDone = source.import_status === 'complete'
  const isRead = isDone && !['needs_mapping', 'failed', 'cancelled'].includes(source.status_code ?? '')
  return (
    <li className="grid gap-1.5 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">{name}</span>
        <StatusBadge {...statusOf(source, undefined)} />
        <span className="text-table text-ink-2">
          {source.file_name === null ? WAYS[source.file_type] : nameOf(source)}
          {source.format_name !== null && `, ${source.format_name}`}
        </span>
      </p>
      <p className="min-h-5 text-table">{isRead && countsOf(source)}</p>
      {isRead && source.already_here > 0 && (
        <p className="text-table text-ink-2">
          {source.already_here >= source.parsed
            ? 'Everything was already imported. Nothing is counted twice.'
            : 'Rows that were already imported are not counted twice.'}
        </p>
      )}
      <p className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-table">
        {assets.length > 0 && <span className="text-ink-2">{counted(asset_count, 'asset')}:</span>}
        {assets.map(({ asset, symbol }) => (
          <span key={asset} className="inline-flex items-center gap-1.5">
            <Coin name={symbol} asset={asset} small />
            {symbol}
          </span>
        ))}
        {asset_count > assets.length && (
          <span className="text-ink-2">and {(asset_count - assets.length).toLocaleString()} more</span>
        )}
      </p>
      {source.also_in.length > 0 && (
        <p className="text-table text-ink-2">More rows from it are in {listed(source.also_in)}.</p>
      )}
      {isDone && source.reason !== null && <p className="text-table wrap-anywhere">{source.reason}</p>}
      {unread.length > 0 && (
        <div className="rounded-control border border-line bg-surface px-3 py-2 text-table">
          <p className="font-medium">
            {counted(source.error_count, 'row')} could not be read and{' '}
            {source.error_count === 1 ? 'is' : 'are'} not imported
          </p>
          <ul className="mt-1 grid gap-0.5">
            {unread.map(({ line, column, message }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- one row can have two findings alike
              <li key={at} className="wrap-anywhere text-ink-2">
                {placeOf(line, column)}
                {message}
              </li>
            ))}
          </ul>
          <LoneLink to={paths.errorLogs(source.id)}>
            {source.error_count > unread.length
              ? `All ${source.error_count.toLocaleString()} in the error log`
              : 'See each in the error log'}
          </LoneLink>
        </div>
      )}
    </li>
  )
}

function placeOf(line: number | null, column: string | null): string {
  const place = [
    ...(line === null ? [] : [`Line ${line.toLocaleString()}`]),
    ...(column === null ? [] : [`column ${column}`]),
  ].join(', ')
  return place === '' ? '' : `${place}: `
}
