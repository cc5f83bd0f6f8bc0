import type { Instant, TaxDate } from '@lotbook/journal'

/** Whether an identification counts as made in time, and what says so. */
export interface IdentificationStanding {
  readonly isContemporaneous: boolean
  readonly authority: string
}

/**
 * Lots are identified no later than the time of the disposal, or not at all (Treas. Reg. 1.1012-1(j)(3)(ii)). For units
 * in a broker's custody the taxpayer's own books suffice to the end of 2026 (Notice 2025-7, extended by Notice 2026-20);
 * afterwards it has to reach the broker by then. Before 2025 the records had to be kept at the time (IRS FAQ 39-41).
 * See docs/tax/lots.md.
 *
 * @param soldOn the tax day of the disposal.
 */
export function standingOfIdentification(
  recordedAt: Instant,
  soldAt: Instant,
  soldOn: TaxDate,
): IdentificationStanding {
  const source = sourceOn(soldOn)
  return recordedAt <= soldAt
    ? { isContemporaneous: true, authority: `Recorded no later than the sale. ${source}` }
    : {
        isContemporaneous: false,
        authority: `Recorded after the sale: this record alone does not make it count. ${source}`,
      }
}

function sourceOn(soldOn: TaxDate): string {
  if (soldOn < '2025-01-01')
    return 'IRS FAQ 39 to 41 on virtual currency: specific units count where records kept at the time identify them.'
  const regulation = 'Treas. Reg. 1.1012-1(j): units are identified in your books no later than the sale'
  return soldOn < '2027-01-01'
    ? `${regulation}; that suffices for units held by a broker too, to the end of 2026 (Notice 2025-7, Notice 2026-20).`
    : `${regulation}; for units held by a broker it has to reach the broker by then.`
}
