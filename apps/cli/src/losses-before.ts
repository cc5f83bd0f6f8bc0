import { lossesTakenBack, reconcileBrokerForms, type DisposalLine, type TakenBack } from '@lotbook/reports'
import { yearOf } from '@lotbook/journal'
import { placedLines, type GivenForms } from './broker-forms.ts'

/** Losses of the years before one that their forms take back (codes L and W), by year: no year carries them on. */
export function lossesBefore(
  forms: GivenForms,
  disposals: readonly DisposalLine[],
): ReadonlyMap<number, TakenBack> {
  const found = new Map<number, TakenBack>()
  for (const [sold, own] of Map.groupBy(disposals, (row) => yearOf(row.disposed))) {
    const { lines, notDeductible } = placedLines(forms, own)
    const { disposals: filed } = reconcileBrokerForms({ disposals: own, year: sold, notDeductible }, lines)
    found.set(sold, lossesTakenBack(filed))
  }
  return found
}
