import { ChevronRight } from 'lucide-react'
import type { Explanation } from '@lotbook/contract'
import { isFiat } from '@lotbook/journal'
import { Coin } from '../../ui/Coin.tsx'
import { Day, Quantity } from '../../ui/Values.tsx'
import { ExactAmount } from './ExactAmount.tsx'

export interface RowsBehindProps {
  readonly rows: Explanation['rows']
  readonly unit: string
  readonly isMoney: boolean
  readonly isExact: boolean
  readonly onOpen: (handle: string) => void
}

/** The rows that a figure was made of; most open in turn. */
export function RowsBehind({ rows, unit, isMoney, isExact, onOpen }: RowsBehindProps) {
  return (
    <ul aria-label="Rows" className="divide-y divide-line">
      {rows.map((row, n) => {
        const { handle } = row
        // oxlint-disable-next-line react/no-array-index-key -- rows are only ever added at the end
        const key = handle ?? n
        return handle === null ? (
          <li key={key} className="flex items-center gap-2 py-2 pr-6">
            <RowLines row={row} unit={unit} isMoney={isMoney} isExact={isExact} />
          </li>
        ) : (
          <li key={key}>
            <button
              type="button"
              onClick={() => onOpen(handle)}
              className="-mx-2 flex w-[calc(100%+1rem)] items-center gap-2 rounded-control px-2 py-2 text-left hover:bg-sunken"
            >
              <RowLines row={row} unit={unit} isMoney={isMoney} isExact={isExact} />
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function RowLines({
  row,
  unit,
  isMoney,
  isExact,
}: {
  row: Explanation['rows'][number]
  unit: string
  isMoney: boolean
  isExact: boolean
}) {
  const { title, detail, day, quantity, asset, asset_id, value } = row
  return (
    <>
      <span className="min-w-0 grow">
        <span className="block wrap-anywhere">
          {title}
          {quantity !== null && (
            <>
              {' '}
              {asset !== null && asset_id !== null && !isFiat(asset_id) && (
                <Coin name={asset} asset={asset_id} inline />
              )}
              {isExact ? (
                `${quantity} ${asset ?? ''}`
              ) : (
                <Quantity amount={quantity} {...(asset === null ? {} : { ticker: asset })} wraps />
              )}
            </>
          )}
        </span>
        <span className="block text-caption wrap-anywhere text-ink-2">
          {day !== null && <Day day={day} />}
          {day !== null && detail !== null && ' · '}
          {detail}
        </span>
      </span>
      {value !== null && <ExactAmount amount={value} unit={unit} isMoney={isMoney} isExact={isExact} />}
    </>
  )
}
