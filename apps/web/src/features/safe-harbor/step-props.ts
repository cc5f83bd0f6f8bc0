import type { SafeHarborState } from '@lotbook/contract'
import type { SafeHarborSearch, SearchChange } from './safe-harbor-search.ts'
import type { useSafeHarbor } from './use-safe-harbor.ts'

/** Props of every step of the Safe Harbor screen. */
export interface StepProps {
  readonly state: SafeHarborState
  readonly comparison: NonNullable<SafeHarborState['comparison']>
  readonly search: SafeHarborSearch
  readonly show: (changed: SearchChange) => void
  readonly harbor: ReturnType<typeof useSafeHarbor>
}
