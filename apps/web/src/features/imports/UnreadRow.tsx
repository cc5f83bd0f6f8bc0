import type { ErrorLog } from '@lotbook/contract'
import { cx } from '../../ui/cx.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

/** A row that could not be read: where it stands, why, and its cells, the one that is wrong marked. */
export function UnreadRow({
  row: { line, column, value, message, cells },
}: {
  row: ErrorLog['data'][number]
}) {
  const place = [
    line === null ? null : `Line ${line.toLocaleString()}`,
    column === null ? null : `column ${column}`,
  ]
    .filter((part) => part !== null)
    .join(', ')
  const raw = cells.map((cell) => cell.value).join(',')
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 text-table text-ink-2">
            <StatusBadge look="failed" label="Error" />
            {place}
          </p>
          <p className="break-words">{message}</p>
        </div>
        <CopyButton text={[`${place}: ${message}`, raw].join('\n')} label={`Copy ${place}`} />
      </div>
      {cells.length === 0 ? (
        <p className="text-table text-ink-2">
          {value === null || value === '' ? (
            'Its cells cannot be shown.'
          ) : (
            <span className="font-mono">{value}</span>
          )}
        </p>
      ) : (
        <dl
          aria-label={`${place}, as it came`}
          className="grid grid-cols-1 gap-x-6 rounded-card border border-line bg-sunken px-3 py-1 text-table sm:grid-cols-2 lg:grid-cols-3"
        >
          {cells.map((cell, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a file may name two columns alike
            <div key={at} className="grid min-w-0 grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3 py-1">
              <dt className="break-words text-ink-2">{cell.column}</dt>
              <dd
                className={cx('font-mono break-all', cell.column === column && 'font-semibold text-danger')}
              >
                {cell.value === '' ? <span className="text-ink-3">empty</span> : cell.value}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
