import {
  amendedReturn,
  formUnits,
  type AmendedReturn,
  type AmendedReturnInput,
  type BoxTotals,
  type ReturnOfYear,
} from '@lotbook/reports'
import type { CapitalYear } from '@lotbook/rules/us'
import type { Tx } from '../../platform/database.ts'
import { boxTotals } from './box-totals.ts'
import { doneCalculation } from './done-calculation.ts'
import { businessFactsOf, incomeBySource } from './income-lines.ts'
import { yearsAround } from './return-facts.ts'

/** A filed year beside a later calculation, and what moved it. */
export interface AmendedYear extends Pick<AmendedReturnInput, 'year' | 'causes' | 'deduction'> {
  /** The calculation that it was filed with, and the one that an amendment follows. */
  readonly before: string
  readonly after: string
}

/** The lines that an amended return of a filed year changes, and the rest of the corrected return, which its Schedule D is made with. */
export async function readAmendedReturn(
  tx: Tx,
  userId: string,
  { year, before, after, causes, deduction }: AmendedYear,
): Promise<{ readonly lines: AmendedReturn; readonly corrected: ReturnOfYear }> {
  const { facts, filedEarlier, correctedEarlier, later } = await yearsAround(tx, userId, year, {
    before,
    after,
  })
  const side = async (calculationId: string, earlier: readonly CapitalYear[], as: 'shown' | 'now') => ({
    boxes: (await boxTotals(tx, userId, calculationId, year, as)).map(inCents),
    earlier,
    incomes: await incomeBySource(tx, userId, year, await doneCalculation(tx, userId, calculationId)),
  })
  const lines = amendedReturn({
    year,
    filed: await side(before, filedEarlier, 'shown'),
    corrected: await side(after, correctedEarlier, 'now'),
    later,
    facts,
    businessFacts: await businessFactsOf(tx, userId, year),
    deduction,
    causes,
    earlierAmended: differing(filedEarlier, correctedEarlier),
  })
  return { lines, corrected: { facts: lines.correctedFacts, earlier: correctedEarlier } }
}

function inCents({
  box,
  proceeds,
  basis,
  adjustment,
  gain,
  is_direct: isDirect,
}: Awaited<ReturnType<typeof boxTotals>>[number]): BoxTotals {
  const cents = (amount: string) => formUnits(amount, 'cents')
  return {
    box,
    isDirect,
    totals: {
      proceeds: cents(proceeds),
      basis: cents(basis),
      adjustment: cents(adjustment),
      gain: cents(gain),
    },
  }
}

/** Years whose net gains are not the same in both. */
function differing(filed: readonly CapitalYear[], corrected: readonly CapitalYear[]): number[] {
  const gains = new Map(filed.map((one) => [one.year, one]))
  const years = new Set([...filed, ...corrected].map((one) => one.year))
  const now = new Map(corrected.map((one) => [one.year, one]))
  return [...years].filter((year) => {
    const [was, is] = [gains.get(year), now.get(year)]
    return (was?.short ?? '0') !== (is?.short ?? '0') || (was?.long ?? '0') !== (is?.long ?? '0')
  })
}
