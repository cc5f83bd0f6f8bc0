import { isContractRow } from '@lotbook/journal'
import type { Column } from '../../ui/table-columns.ts'
import { Day } from '../../ui/Values.tsx'

/** When the lot was acquired; no lot covered it where that is not known, and what a contract paid or cost has none. */
export function acquiredColumn<
  Row extends { readonly acquired: string | null; readonly kind: string; readonly asset: string },
>(): Column<Row> {
  return {
    id: 'acquired',
    head: 'Acquired',
    track: '6.75rem',
    cell: (row) => {
      if (row.acquired !== null) return <Day day={row.acquired} />
      if (isContractRow(row.kind, row.asset)) return <span className="text-ink-2">Contract</span>
      return <span className="text-warn">Unknown</span>
    },
  }
}
