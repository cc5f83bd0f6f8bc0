import type { Jurisdiction } from './jurisdiction.ts'
import { unitedStates } from './us/united-states.ts'

const JURISDICTIONS: Readonly<Record<Jurisdiction['code'], Jurisdiction>> = { US: unitedStates }

/** The law that settings name; without a name that of the United States. */
export function jurisdictionOf(settings: { readonly jurisdiction?: Jurisdiction['code'] }): Jurisdiction {
  return JURISDICTIONS[settings.jurisdiction ?? 'US']
}
