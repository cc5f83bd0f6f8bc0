import { FileText } from 'lucide-react'
import type { Explanation } from '@lotbook/contract'
import { recordTitle } from './explanation-text.ts'

/** The rows as they came: which file, which line, what stood in each column. */
export function OriginalRows({ records }: { records: Explanation['records'] }) {
  return (
    <ul className="grid gap-3">
      {records.map((record) => (
        <li key={record.id} className="overflow-hidden rounded-control border border-line">
          <p className="flex items-start gap-2 border-b border-line bg-sunken px-3 py-2 font-medium">
            <FileText aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-3" />
            <span className="min-w-0 break-words">
              {recordTitle(record)}
              {record.file_name !== null && record.format_name !== null && (
                <span className="block text-caption font-normal text-ink-2">{record.format_name}</span>
              )}
            </span>
          </p>
          <dl className="divide-y divide-line">
            {record.cells.map(({ column, value }, n) => (
              // oxlint-disable-next-line react/no-array-index-key -- a file may name two columns alike
              <div
                key={n}
                className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3 px-3 py-1 text-caption"
              >
                <dt className="break-words text-ink-2">
                  {column === '' ? `Column ${(n + 1).toString()}` : column}
                </dt>
                <dd className="font-mono break-words">
                  {value === '' ? <span aria-label="empty">—</span> : value}
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
