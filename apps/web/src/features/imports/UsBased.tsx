import type { ImportHistory } from '@lotbook/contract'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { nameOf } from './import-state.ts'
import { useUsBased } from './use-us-based.ts'

/** Names the sentence under the table that says what the box is for: once, and not in every row. */
export const US_BASED_HINT = 'us-based-hint'

/** Whether an account is held in the United States. */
export function UsBased({ row, hasLabel = false }: { row: ImportHistory; hasLabel?: boolean }) {
  const { isUsBased, mark } = useUsBased(row)
  return (
    <Checkbox
      label={hasLabel ? 'US based' : `${nameOf(row)} is US based`}
      hideLabel={!hasLabel}
      aria-describedby={US_BASED_HINT}
      className="items-center"
      checked={isUsBased}
      onChange={({ target }) => mark(target.checked)}
    />
  )
}
