import type { Jurisdiction } from './jurisdiction.ts'
import { unitedStates } from './us/united-states.ts'

const JURISDICTIONS = { US: unitedStates } as const satisfies Readonly<Record<string, Jurisdiction>>

/** The name of a jurisdiction in the settings of an input. */
export type JurisdictionCode = keyof typeof JURISDICTIONS
export const JURISDICTION_CODES = Object.keys(JURISDICTIONS) as readonly JurisdictionCode[]

/** The law that settings name; without a name that of the United States. */
export function jurisdictionOf(settings: { readonly jurisdiction?: JurisdictionCode }): Jurisdiction {
  return JURISDICTIONS[settings.jurisdiction ?? 'US']
}
