import { yearOf, type TaxDate } from '@lotbook/journal'
import type { Term } from '@lotbook/rules'
import { NO_RETURN_FACTS, type CapitalYear, type ReturnFacts } from '@lotbook/rules/us'
import type { TakenBack } from './broker-lines/loss-not-allowed.ts'
import { formText, formUnits } from './money-text.ts'

/** The parts of a disposal that a year's net gain is made of; amounts are exact decimal text in USD. */
export interface GainRow {
  readonly disposed: TaxDate
  readonly proceeds: string
  readonly basis: string
  readonly term: Term
}

/**
 * The net gains of the years before `year` as their Forms 8949 print them: each amount rounded to the cent. A year with a statement and
 * no disposal is there too.
 *
 * @param takenBack losses that their forms take back, by year.
 */
export function capitalYears(
  rows: Iterable<GainRow>,
  year: number,
  facts: ReadonlyMap<number, ReturnFacts> = new Map(),
  takenBack: ReadonlyMap<number, TakenBack> = new Map(),
): CapitalYear[] {
  const gains = new Map([...facts.keys()].map((stated) => [stated, { short: 0n, long: 0n }]))
  for (const { disposed, proceeds, basis, term } of rows) {
    const sold = yearOf(disposed)
    const gain = gains.get(sold) ?? { short: 0n, long: 0n }
    gain[term] += formUnits(proceeds, 'cents') - formUnits(basis, 'cents')
    gains.set(sold, gain)
  }
  return [...gains]
    .filter(([sold]) => sold < year)
    .sort(([a], [b]) => a - b)
    .map(([sold, { short, long }]) => ({
      year: sold,
      short: formText(short + (takenBack.get(sold)?.short ?? 0n), 'cents'),
      long: formText(long + (takenBack.get(sold)?.long ?? 0n), 'cents'),
      facts: facts.get(sold) ?? NO_RETURN_FACTS,
    }))
}
