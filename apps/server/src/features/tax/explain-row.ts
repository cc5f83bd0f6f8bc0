import type { Explanation } from '@lotbook/contract'
import {
  formatDisplayDay,
  INCOME_SUB_TYPES,
  isContractRow,
  isFiat,
  shortAccount,
  typeLabel,
  yearOf,
} from '@lotbook/journal'
import { compare, parseDecimal, zero } from '@lotbook/money'
import { incomeLineName } from '@lotbook/rules/us'
import { termOf, type FormColumns } from '@lotbook/reports'
import { kindLabel } from '@lotbook/tax'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import {
  changedSince,
  explanation,
  handleOf,
  leafOf,
  money,
  ruleSentences,
  type ExplainContext,
} from './explain-context.ts'
import { boxOf, brokerFormsOf, columnsOf, isFormOpen } from '../../calculating/keep/broker-forms.ts'
import { countsFurtherFees, furtherFeeRows } from './explain-fees.ts'
import { incomeLinesOf } from '../../calculating/keep/income-lines.ts'
import { isUnpriced } from '../../calculating/keep/open-when-filed.ts'
import {
  named,
  rulesOfRow,
  type NamedDisposal,
  type NamedIncome,
  type NamedRemoval,
} from '../../calculating/keep/result-row.ts'
import {
  isAllocated,
  withoutSafeHarbor,
  type WithoutSafeHarbor,
} from '../../calculating/keep/without-safe-harbor.ts'

/** A disposal: what it brought, what its lot had cost, and the lot itself. */
export async function explainDisposal(context: ExplainContext, n: number): Promise<Explanation> {
  const { tx, userId, calculation } = context
  const without = await withoutSafeHarbor(tx, userId, calculation)
  const row = await tx.maybe<
    NamedDisposal & {
      lot_account: string | null
      lot_type: string | null
      lot_sub_type: string | null
      gross: string | null
      fees: string | null
      rules: string[]
      price_id: string | null
      is_allocated: boolean
    }
  >(sql`
    select ${named.disposals.columns}, ${isAllocated(calculation, without, sql`d.disposed`)}, b.name as lot_account, l.type as lot_type, l.sub_type as lot_sub_type,
      d.gross_proceeds::text as gross, d.fees::text as fees, ${rulesOfRow}, d.price_id
    from ${named.disposals.rows}
    left join transactions l on (l.user_id, l.id) = (d.user_id, d.lot_transaction_id)
    left join accounts b on (b.user_id, b.id) = (l.user_id, l.account_id)
    where d.user_id = ${userId} and d.calculation_id = ${calculation.id} and d.n = ${n}`)
  if (row === undefined) refuse('not_found')
  const [quantity, gross, fees, basis, gain] = [
    row.quantity,
    row.gross ?? row.proceeds,
    row.fees ?? '0',
    row.basis,
    row.gain,
  ].map(plain) as [string, string, string, string, string]
  const held = row.acquired === null ? 'of unknown origin' : `acquired ${formatDisplayDay(row.acquired)}`
  const word = gain.startsWith('-') ? 'Loss' : 'Gain'
  const isContract = isContractRow(row.kind, row.asset_id)
  const forms = await brokerFormsOf(tx, userId, yearOf(row.disposed), calculation.id)
  const expected = isFormOpen(row, forms) ? ' A Form 1099-DA is expected for it, which decides the box.' : ''
  const on = formatDisplayDay(row.disposed)
  // Costs beyond what it brought are part of the basis (R-FEE-2), so no more of them is taken off.
  const isCostlier = !isContract && compare(parseDecimal(fees) ?? zero, parseDecimal(gross) ?? zero) > 0
  const costsTakenOff = isCostlier ? gross : fees
  const sold =
    `On ${on} you disposed of ${quantity} ${row.asset}, ${held}, for ${money(context, plain(row.proceeds))}` +
    ` after costs. It cost you ${money(context, basis)}${isCostlier ? ', with the rest of the costs' : ''}.`
  const paid =
    basis === '0'
      ? `, ${money(context, plain(row.proceeds))} after costs`
      : `, and cost you ${money(context, basis)} more than that`
  const settled =
    row.kind === 'margin_gain'
      ? `On ${on} a contract paid you ${quantity} ${row.asset}${paid}. No lot is behind it.`
      : `On ${on} a contract cost you ${quantity} ${row.asset}, ${money(context, basis)} with its costs. No lot is behind it.`
  const allocation = allocationOf(row, without)
  const leaf = await leafOf(context, row, row.kind === 'fee' ? 'fee' : 'main', {
    priceId: row.price_id,
    value: gross,
  })
  const ownFees = row.kind === 'fee' || !countsFurtherFees(context)
  const costs = ownFees ? [] : await furtherFeeRows(context, row.transaction_id)
  const several =
    costs.length === 0 ? '' : ' Costs are all of its fees, also those that are transactions of their own.'
  return explanation(context, {
    title: `${kindLabel(row.kind)} of ${quantity} ${row.asset}`,
    value: gain,
    sentence: `${isContract ? settled : sold} ${word} ${money(context, gain.replace('-', ''))}, ${row.term}-term, box ${boxOf(row, forms)}.${onFormSentence(context, columnsOf(n, forms), forms.lines?.columns.get(n)?.isOnForm === true)}${expected}${several}${allocation.sentence}${await changedSince(context, row.transaction_id)}`,
    formula: [
      {
        sign: '+',
        label: 'Proceeds before costs',
        value: gross,
        handle: handleOf(context, 'transaction', row.transaction_id),
      },
      ...(costsTakenOff === '0'
        ? []
        : [
            {
              sign: '-' as const,
              label: 'Costs of the disposal',
              value: costsTakenOff,
              handle: handleOf(context, 'transaction', row.transaction_id),
            },
          ]),
      {
        sign: '-',
        label: isContract
          ? 'Cost of the contract'
          : isCostlier
            ? 'Cost basis of the lot, and the rest of the costs'
            : 'Cost basis of the lot',
        value: basis,
        handle: row.lot_transaction_id === null ? null : handleOf(context, 'lot', row.lot_transaction_id),
      },
    ],
    rows: [
      ...(row.lot_transaction_id === null
        ? []
        : [
            {
              handle: handleOf(context, 'lot', row.lot_transaction_id),
              title: `Lot: ${lotWord(row.lot_type, row.lot_sub_type)}`,
              detail:
                row.lot_account === null || row.lot_account === row.account_name
                  ? shortAccount(row.account_name)
                  : `${shortAccount(row.lot_account)}, now at ${shortAccount(row.account_name)}`,
              day: row.acquired,
              quantity,
              asset: row.asset,
              asset_id: row.asset_id,
              value: basis,
            },
          ]),
      ...costs,
    ],
    ...leaf,
    rules: [...leaf.rules, ...allocation.rules],
  })
}

/** The columns of Form 8949 that a Form 1099-DA decides, where they are not our own figures alone. */
function onFormSentence(context: ExplainContext, form: FormColumns | undefined, isOnForm: boolean): string {
  if (form === undefined) return ''
  const columns = `Form 8949 has ${money(context, form.proceeds)} in column (d) and ${money(context, form.basis)} in (e)`
  return form.code === ''
    ? ` It is on a Form 1099-DA: ${columns}.`
    : ` ${isOnForm ? 'It is on a Form 1099-DA: ' : ''}${columns}, corrected with code ${form.code} by ${money(context, form.adjustment)} in (g).`
}

/** Part of an explanation for a row whose lot came to its account without a safe harbor. */
function allocationOf(
  row: {
    readonly asset: string
    readonly asset_id: string
    readonly account_name: string
    readonly is_allocated: boolean
  },
  without: WithoutSafeHarbor,
): { readonly sentence: string; readonly rules: Explanation['rules'] } {
  const allocation = row.is_allocated ? without.of(row.asset_id) : null
  if (allocation === null) return { sentence: '', rules: [] }
  const sentence =
    allocation === 'late'
      ? `The allocation that gave ${shortAccount(row.account_name)} this lot on January 1, 2025 was recorded too late for ${row.asset}: it is used, but it is no safe harbor.`
      : `The allocation on record leaves out ${row.asset}: on January 1, 2025 its units stayed where they were acquired as far as they were still held there, and the rest went oldest first, without a safe harbor.`
  return {
    sentence: ` ${sentence}`,
    rules: ruleSentences([allocation === 'late' ? 'R-POOL-3' : 'R-POOL-4']),
  }
}

function lotWord(type: string | null, subType: string | null): string {
  return type === null ? 'acquisition' : typeLabel(type as 'buy', subType)
}

/** An income: the units received and what they were worth. */
export async function explainIncome(context: ExplainContext, n: number): Promise<Explanation> {
  const { tx, userId, calculation } = context
  const row = await tx.maybe<
    NamedIncome & { rules: string[]; price_id: string | null; is_unpriced: boolean }
  >(sql`
    select ${named.incomes.columns}, ${rulesOfRow}, d.price_id, ${isUnpriced(context.filing)} as is_unpriced from ${named.incomes.rows}
    where d.user_id = ${userId} and d.calculation_id = ${calculation.id} and d.n = ${n}`)
  if (row === undefined) refuse('not_found')
  const value = plain(row.value)
  const quantity = plain(row.quantity)
  const worth = row.is_unpriced
    ? '. Nothing tells its price, so it is in no income yet, and the units count with $0.00 assumed cost basis.'
    : `, worth ${money(context, value)}. That is income, and the cost basis of the units.`
  const label = typeLabel('incoming', INCOME_SUB_TYPES.has(row.category) ? row.category : null)
  return explanation(context, {
    title: `${label}: ${quantity} ${row.asset}`,
    value,
    is_unpriced: row.is_unpriced,
    sentence: `On ${formatDisplayDay(row.date)} ${quantity} ${row.asset} came in at ${shortAccount(row.account_name)}${worth}${await lineSentence(context, row)}${await changedSince(context, row.transaction_id)}`,
    formula: [
      {
        sign: '+',
        label: `Fair market value of ${quantity} ${row.asset}`,
        value,
        handle: handleOf(context, 'transaction', row.transaction_id),
      },
    ],
    ...(await leafOf(context, row, 'main', { priceId: row.price_id, value })),
  })
}

/** The line of the return that an income goes to, and whether that was confirmed. */
async function lineSentence({ tx, userId }: ExplainContext, row: NamedIncome): Promise<string> {
  const year = yearOf(row.date)
  const isCash = isFiat(row.asset_id)
  const lineOf = await incomeLinesOf(tx, userId, year)
  const { line, chosen } = lineOf({ accountId: row.account_id, category: row.category, isCash })
  const confirmed = chosen === 'answered' ? '' : ', which is not confirmed yet'
  return ` On the return of ${year} it goes to ${incomeLineName(line, year, isCash)}${confirmed}.`
}

/** How long the lot was held, where its origin is known. */
function heldWords(row: NamedRemoval): string {
  const term = termOf(row)
  return term === null ? '' : `, held ${term}-term`
}

/** Units that left without gain or loss. */
export async function explainRemoval(context: ExplainContext, n: number): Promise<Explanation> {
  const { tx, userId, calculation } = context
  const without = await withoutSafeHarbor(tx, userId, calculation)
  const row = await tx.maybe<NamedRemoval & { rules: string[]; is_allocated: boolean }>(sql`
    select ${named.removals.columns}, ${isAllocated(calculation, without, sql`d.date`)}, ${rulesOfRow} from ${named.removals.rows}
    where d.user_id = ${userId} and d.calculation_id = ${calculation.id} and d.n = ${n}`)
  if (row === undefined) refuse('not_found')
  const quantity = plain(row.quantity)
  const basis = plain(row.basis ?? '0')
  const deduction = row.deduction === null ? null : plain(row.deduction)
  const allocation = allocationOf(row, without)
  const leaf = await leafOf(context, row)
  return explanation(context, {
    title: `${kindLabel(row.kind)}: ${quantity} ${row.asset}`,
    value: deduction ?? basis,
    sentence:
      `On ${formatDisplayDay(row.date)} ${quantity} ${row.asset} left ${shortAccount(row.account_name)}, disposed of without gain or loss; the cost basis was ${money(context, basis)}${heldWords(row)}.` +
      (deduction === null ? '' : ` ${money(context, deduction)} may be deducted.`) +
      allocation.sentence +
      (await changedSince(context, row.transaction_id)),
    formula: [
      {
        sign: '+',
        label: deduction === null ? 'Cost basis of the lot' : 'Deduction',
        value: deduction ?? basis,
        handle:
          row.lot_transaction_id === null
            ? handleOf(context, 'transaction', row.transaction_id)
            : handleOf(context, 'lot', row.lot_transaction_id),
      },
    ],
    ...leaf,
    rules: [...leaf.rules, ...allocation.rules],
  })
}
