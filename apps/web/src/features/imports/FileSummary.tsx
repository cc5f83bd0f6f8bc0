import { shortAccount } from '@lotbook/journal'
import type { FilePreview } from '@lotbook/contract'
import { cityOf } from '../../client/zone-search.ts'
import { Quantity } from '../../ui/Values.tsx'
import { FileEffect } from './FileEffect.tsx'
import { counted } from './import-state.ts'

/** Summary of a file: its format, its rows read, left out and why, and the balance it leaves of each asset. */
export function FileSummary({ preview }: { preview: FilePreview }) {
  const { format_name, account_name, time_zone, data_rows, summary } = preview
  const what = [
    ...(format_name === null ? [] : [format_name]),
    ...(account_name === null ? [] : [`into ${shortAccount(account_name)}`]),
    ...(time_zone === null ? [] : [`times in ${cityOf(time_zone)}`]),
  ]
  return (
    <div className="mb-4 grid gap-3">
      {what.length > 0 && <p className="wrap-anywhere text-table text-ink-2">{what.join(' · ')}</p>}
      {summary !== null && (
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
          <Part title="Read">
            {counted(summary.transactions, 'transaction')} from {summary.used.toLocaleString()} of{' '}
            {counted(data_rows, 'row')}
          </Part>
          <Part title="Already here">{counted(summary.already_here, 'transaction')}</Part>
          <Part title="Not understood">
            {counted(summary.errors, 'error')}, {counted(summary.notes, 'note')}
          </Part>
          {summary.skipped.length > 0 && (
            <Part title="Left out" wide>
              <ul>
                {summary.skipped.map(({ reason, rows }) => (
                  <li key={reason}>
                    {counted(rows, 'row')}: {reason}
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {summary.balances.length > 0 && (
            <Part title="Balance of this file alone" wide>
              <ul className="flex flex-wrap gap-x-4">
                {summary.balances.map(({ symbol, amount, stated }) => (
                  <li key={symbol}>
                    <Quantity amount={amount} ticker={symbol} />
                    {stated !== null && (
                      <span className="text-ink-2">
                        {stated === amount ? ' (the file states the same)' : `; the file states ${stated}`}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {summary.effect !== null && (
            <Part title="What it would change" wide>
              <FileEffect effect={summary.effect} />
            </Part>
          )}
        </dl>
      )}
    </div>
  )
}

function Part({
  title,
  wide = false,
  children,
}: {
  title: string
  wide?: boolean
  children: React.ReactNode
}) {
  return (
    <div className={wide ? 'sm:col-span-3' : undefined}>
      <dt className="text-caption font-medium text-ink-2">{title}</dt>
      <dd className="text-table">{children}</dd>
    </div>
  )
}
