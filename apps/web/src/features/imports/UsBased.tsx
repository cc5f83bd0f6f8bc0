import type { ImportHistory } from '@lotbook/contract'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { nameOf } from './import-state.ts'
import { useUsBased } from './use-us-based.ts'

const HINT = 'Held with a company in the United States. Exports say so; gains do not depend on it.'

/** Whether an account is held in the United States. */
export function UsBased({ row, hasLabel = false }: { row: ImportHistory; hasLabel?: boolean }) {
  const { isUsBased, mark } = useUsBased(row)
  return (
    <Checkbox
      label={hasLabel ? 'US based' : `${nameOf(row)} is US based`}
      hideLabel={!hasLabel}
      hint={HINT}
      title={HINT}
      className="items-center"
      checked={isUsBased}
      onChange={({ target }) => mark(target.checked)}
    />
  )
}
