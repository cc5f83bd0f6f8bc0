import { FORM_REMOVALS, type FormRemovalOfYear, type RemovalsOfYear } from '@lotbook/contract'
import {
  missingLines,
  MISSING_WORDS,
  type Removal,
  removalNotes,
  removalsOfYear,
  termOf,
} from '@lotbook/reports'
import { yearOf } from '@lotbook/journal'
import { overExclusion, removalFields } from '@lotbook/rules/us'
import { kindLabel } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { calculationOfYear } from '../../calculating/keep/done-calculation.ts'
import { discoveredLines, removalFactsOf, removalLines } from '../../calculating/keep/removal-lines.ts'

/** A screen lists as many; papers have all. */
const MOST_LISTED = 200

/** The gifts, donations and losses of a year with their forms, by the calculation that the year shows. */
export async function readRemovalForms(
  tx: Tx,
  userId: string,
  { year, transaction_id }: { readonly year: number; readonly transaction_id?: string | undefined },
): Promise<RemovalsOfYear> {
  const calculation = await calculationOfYear(tx, userId, year)
  const removalFacts = await removalFactsOf(tx, userId)
  const found = removalsOfYear({
    year,
    removals: await removalLines(tx, userId, calculation, year, FORM_REMOVALS),
    discovered: await discoveredLines(tx, userId, calculation, year, removalFacts),
    removalFacts,
  })
  const all = [...found.removals, ...found.discovered]
  const filed = await tx.maybe(sql`
    select 1 from tax_years where user_id = ${userId} and tax_year = ${year} and state = 'filed'`)
  const asked =
    transaction_id === undefined
      ? all.toSorted((a, b) => Number(b.missing.length > 0) - Number(a.missing.length > 0))
      : all.filter(({ transaction }) => transaction === transaction_id)
  return {
    is_filed: filed !== undefined,
    removals: asked.slice(0, MOST_LISTED).map(removalOf),
    total: all.length,
    gifts: found.gifts.map((one) => ({
      donee: one.donee,
      is_spouse: one.isSpouse,
      gifts: one.gifts,
      value: one.value,
      unknown_values: one.unknownValues,
      exclusion: one.exclusion,
      over: overExclusion(one),
      gift_return: one.giftReturn,
    })),
    missing: missingLines(found),
    notes: removalNotes(found),
  }
}

function removalOf(removal: Removal): FormRemovalOfYear {
  const { transaction, kind, date, property, account, basis, value, deduction, unreimbursed } = removal
  return {
    transaction_id: transaction,
    kind,
    tax_year: yearOf(date),
    label: kindLabel(kind),
    date,
    property,
    account_name: account,
    basis,
    value,
    deduction,
    unreimbursed,
    how_acquired: usualWay(removal),
    lots: removal.lots.map((lot) => ({
      asset: lot.asset,
      quantity: lot.quantity,
      account_name: lot.account,
      acquired: lot.acquired,
      term: termOf(lot),
      basis: lot.basis,
      value: lot.value,
      deduction: lot.deduction,
    })),
    form: removal.form,
    missing: removal.missing.map((fact) => MISSING_WORDS[fact]),
    fields: [...removalFields(kind)],
    facts: { ...removal.facts },
  }
}

/** The way that all lots were acquired in, by the history alone; null where they differ or it does not say. */
function usualWay({ lots }: Removal): FormRemovalOfYear['how_acquired'] {
  const [way, ...others] = new Set(lots.map(({ howAcquired }) => howAcquired))
  return way === undefined || others.length > 0 ? null : way
}
