import type { Explanation } from '@lotbook/contract'
import { formatDisplayDay, INCOME_SUB_TYPES, typeLabel } from '@lotbook/journal'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { plain } from '../transactions/transaction-rows.ts'
import {
  explanation,
  findingsOn,
  money,
  originals,
  priceOf,
  ruleSentences,
  type ExplainContext,
} from './explain-context.ts'
import { kindLabel } from './year-rows.ts'

/** A disposal: what it brought, what its lot had cost, and the lot itself. */
export async function explainDisposal(context: ExplainContext, n: number): Promise<Explanation> {
  const { tx, userId, calculation } = context
  const row = await tx.maybe<{
    transaction_id: string
    kind: string
    asset: string
    account_name: string
    lot_transaction_id: string | null
    lot_account: string | null
    lot_type: string | null
    lot_sub_type: string | null
    quantity: string
    acquired: string | null
    disposed: string
    proceeds: string
    basis: string
    gain: string
    term: string
    box: string
    gross: string | null
    fees: string | null
    rules: string[]
  }>(sql`
    select d.transaction_id, d.kind, coalesce(s.symbol, d.asset_id) as asset, a.name as account_name, d.lot_transaction_id,
      b.name as lot_account, l.type as lot_type, l.sub_type as lot_sub_type, d.quantity::text, d.acquired, d.disposed,
      d.proceeds::text, d.basis::text, d.gain::text, d.term, d.box, d.gross_proceeds::text as gross, d.fees::text as fees, d.rules
    from disposals d join accounts a on (a.user_id, a.id) = (d.user_id, d.account_id) left join assets s on s.id = d.asset_id
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
  return explanation(context, {
    title: `${kindLabel(row.kind)} of ${quantity} ${row.asset}`,
    value: gain,
    sentence:
      `On ${formatDisplayDay(row.disposed)} you parted with ${quantity} ${row.asset}, ${held}, for ${money(context, plain(row.proceeds))}` +
      ` after costs. It cost you ${money(context, basis)}. ${word} ${money(context, gain.replace('-', ''))}, ${row.term}-term, box ${row.box}.`,
    formula: [
      {
        sign: '+',
        label: 'Proceeds before costs',
        value: gross,
        handle: `transaction:${row.transaction_id}`,
      },
      ...(fees === '0'
        ? []
        : [
            {
              sign: '-' as const,
              label: 'Costs of the disposal',
              value: fees,
              handle: `transaction:${row.transaction_id}`,
            },
          ]),
      {
        sign: '-',
        label: 'Cost basis of the lot',
        value: basis,
        handle: row.lot_transaction_id === null ? null : `lot:${row.lot_transaction_id}`,
      },
    ],
    rows:
      row.lot_transaction_id === null
        ? []
        : [
            {
              handle: `lot:${row.lot_transaction_id}`,
              title: `Lot: ${lotWord(row.lot_type, row.lot_sub_type)}`,
              detail:
                row.lot_account === null || row.lot_account === row.account_name
                  ? row.account_name
                  : `${row.lot_account}, now at ${row.account_name}`,
              day: row.acquired,
              quantity,
              asset: row.asset,
              value: basis,
            },
          ],
    price: await priceOf(context, row.transaction_id, row.kind === 'fee' ? 'fee' : 'main'),
    rules: ruleSentences(row.rules),
    transaction_id: row.transaction_id,
    records: await originals(context, row.transaction_id),
    findings: await findingsOn(context, row.transaction_id),
  })
}

function lotWord(type: string | null, subType: string | null): string {
  return type === null ? 'acquisition' : typeLabel(type as 'buy', subType)
}

/** An income: the units received and what they were worth. */
export async function explainIncome(context: ExplainContext, n: number): Promise<Explanation> {
  const { tx, userId, calculation } = context
  const row = await tx.maybe<{
    transaction_id: string
    category: string
    asset: string
    account_name: string
    quantity: string
    date: string
    value: string
    rules: string[]
  }>(sql`
    select i.transaction_id, i.category, coalesce(s.symbol, i.asset_id) as asset, a.name as account_name, i.quantity::text, i.date, i.value::text, i.rules
    from incomes i join accounts a on (a.user_id, a.id) = (i.user_id, i.account_id) left join assets s on s.id = i.asset_id
    where i.user_id = ${userId} and i.calculation_id = ${calculation.id} and i.n = ${n}`)
  if (row === undefined) refuse('not_found')
  const value = plain(row.value)
  const quantity = plain(row.quantity)
  const label = typeLabel('incoming', INCOME_SUB_TYPES.has(row.category) ? row.category : null)
  return explanation(context, {
    title: `${label}: ${quantity} ${row.asset}`,
    value,
    sentence: `On ${formatDisplayDay(row.date)} ${quantity} ${row.asset} came in at ${row.account_name}, worth ${money(context, value)}. That is income, and the cost basis of the units.`,
    formula: [
      {
        sign: '+',
        label: `Fair market value of ${quantity} ${row.asset}`,
        value,
        handle: `transaction:${row.transaction_id}`,
      },
    ],
    price: await priceOf(context, row.transaction_id, 'main'),
    rules: ruleSentences(row.rules),
    transaction_id: row.transaction_id,
    records: await originals(context, row.transaction_id),
    findings: await findingsOn(context, row.transaction_id),
  })
}

/** Units that left without gain or loss. */
export async function explainRemoval(context: ExplainContext, n: number): Promise<Explanation> {
  const { tx, userId, calculation } = context
  const row = await tx.maybe<{
    transaction_id: string
    kind: string
    asset: string
    account_name: string
    quantity: string
    acquired: string | null
    date: string
    basis: string | null
    value: string | null
    deduction: string | null
    rules: string[]
    lot_transaction_id: string | null
  }>(sql`
    select r.transaction_id, r.kind, coalesce(s.symbol, r.asset_id) as asset, a.name as account_name, r.quantity::text, r.acquired, r.date,
      r.basis::text, r.value::text, r.deduction::text, r.rules, r.lot_transaction_id
    from removals r join accounts a on (a.user_id, a.id) = (r.user_id, r.account_id) left join assets s on s.id = r.asset_id
    where r.user_id = ${userId} and r.calculation_id = ${calculation.id} and r.n = ${n}`)
  if (row === undefined) refuse('not_found')
  const quantity = plain(row.quantity)
  const basis = plain(row.basis ?? '0')
  const deduction = row.deduction === null ? null : plain(row.deduction)
  return explanation(context, {
    title: `${kindLabel(row.kind)}: ${quantity} ${row.asset}`,
    value: deduction ?? basis,
    sentence:
      `On ${formatDisplayDay(row.date)} ${quantity} ${row.asset} left ${row.account_name} with a cost basis of ${money(context, basis)}, without gain or loss.` +
      (deduction === null ? '' : ` ${money(context, deduction)} may be deducted.`),
    formula: [
      {
        sign: '+',
        label: deduction === null ? 'Cost basis of the lot' : 'Deduction',
        value: deduction ?? basis,
        handle:
          row.lot_transaction_id === null
            ? `transaction:${row.transaction_id}`
            : `lot:${row.lot_transaction_id}`,
      },
    ],
    price: await priceOf(context, row.transaction_id, 'main'),
    rules: ruleSentences(row.rules),
    transaction_id: row.transaction_id,
    records: await originals(context, row.transaction_id),
    findings: await findingsOn(context, row.transaction_id),
  })
}
