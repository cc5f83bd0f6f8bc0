import { isContractRow } from '@lotbook/journal'
import type { Column } from '../../ui/table-columns.ts'
import { Day } from '../../ui/Values.tsx'

/** The day the lot was acquired; `Unknown` where no lot covered the row, `Contract` for a row of a contract, which has no lot. */
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
