import type { DisposalRow, OneYear } from '@lotbook/contract'
import { allocationMarkWords } from '@lotbook/journal'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/table-columns.ts'

/** Whether a qualifier of a year is about the Safe Harbor allocation on record. */
export function isOfAllocation(code: string): boolean {
  return code === 'safe_harbor_late' || code === 'safe_harbor_left_out'
}

/** A column that marks rows whose lot came to its account without a safe harbor; none where the year has no such row. */
export function allocationColumn<Row extends Pick<DisposalRow, 'allocation'>>(
  qualifiers: OneYear['qualifiers'],
): readonly Column<Row>[] {
  if (!qualifiers.some(({ code }) => isOfAllocation(code))) return []
  return [
    {
      id: 'allocation',
      head: 'Allocation',
      track: '6.75rem',
      cell: ({ allocation }) =>
        allocation === null ? '' : <StatusBadge look="warn" label={allocationMarkWords[allocation]} />,
    },
  ]
}

/** The same for the second line of a narrow row. */
export function allocationAside(allocation: DisposalRow['allocation']): readonly string[] {
  return allocation === null ? [] : [`allocation ${allocationMarkWords[allocation].toLowerCase()}`]
}
