import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { TransactionDetail } from '@lotbook/contract'
import { Button } from '../../ui/Button.tsx'
import { Credits } from '../../ui/Credits.tsx'
import { Part } from './Part.tsx'

type OriginalRecord = TransactionDetail['records'][number]

/** The foreign rows that the transaction came from, down to every column as it came. */
export function OriginalRows({ records }: { records: readonly OriginalRecord[] }) {
  return (
    <Part title="Source">
      {records.length === 0 ? (
        <p className="text-ink-2">Entered by hand.</p>
      ) : (
        <ul className="grid gap-2">
          {records.map((record) => (
            <OriginalRow key={record.id} record={record} />
          ))}
        </ul>
      )}
    </Part>
  )
}

function OriginalRow({ record }: { record: OriginalRecord }) {
  const [isOpen, setOpen] = useState(false)
  const cellsId = useId()
  const isEntered = record.kind === 'manual-entry'
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <li className="rounded-card border border-line">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2">
        <div className="min-w-0">
          <p className="break-all">
            {record.file_name ?? (isEntered ? 'Entered by hand' : 'Connected account')}
            {record.line !== null && <span className="text-ink-2"> · line {record.line}</span>}
          </p>
          <p className="text-caption wrap-anywhere text-ink-2 empty:hidden">
            {[record.format_name, record.native_id === null || isEntered ? null : `id ${record.native_id}`]
              .filter((part) => part !== null)
              .join(' · ')}
          </p>
          <Credits of={record.attributions} />
        </div>
        {record.cells.length > 0 && (
          <Button
            size="small"
            look="quiet"
            icon={<Icon aria-hidden="true" className="size-4" />}
            aria-expanded={isOpen}
            aria-controls={isOpen ? cellsId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide raw row' : 'Show raw row'}
          </Button>
        )}
      </div>
      {isOpen && (
        <dl
          id={cellsId}
          className="grid grid-cols-[minmax(6rem,auto)_minmax(55%,1fr)] border-t border-line bg-sunken text-table"
        >
          {record.cells.map(({ column, value }, at) => (
            // Files repeat the names of columns.
            // oxlint-disable-next-line react/no-array-index-key
            <div
              key={at}
              className="col-span-2 grid grid-cols-subgrid border-b border-line px-3 py-1 last:border-b-0"
            >
              <dt className="pr-4 text-ink-2">{column}</dt>
              <dd className="min-w-0 font-mono wrap-anywhere">
                {value === '' ? <span className="text-ink-3">empty</span> : value}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
