import type { Explanation } from '@lotbook/contract'
import { deedWords, formatDisplay, shortAccount } from '@lotbook/journal'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import {
  listedRows,
  everRow,
  onlyRow,
  plain,
  transactionRow,
  type ListedRow,
} from '../../journal/transactions/transaction-rows.ts'
import { shortLegWords } from '../../journal/transactions/leg-words.ts'
import { changedSince, explanation, leafOf, type ExplainContext } from './explain-context.ts'
import { furtherFeeRows, paidForRows } from './explain-fees.ts'
import { rowHandle } from '../../calculating/keep/done-calculation.ts'
import { rowsWhere } from '../../calculating/keep/result-row.ts'

/** A transaction, or the lot that it acquired: what moved, what it is worth and the rows it came from. */
export async function explainTransaction(
  context: ExplainContext,
  id: string,
  kind: string,
): Promise<Explanation> {
  if (!/^[0-9a-f-]{36}$/.test(id)) refuse('not_found')
  const { tx, userId, calculation } = context
  // A transaction that a filed figure rests on can be explained when it is no longer in the history.
  const page = context.filing === null ? onlyRow(userId, id) : everRow(userId, id)
  const listed = await tx.maybe<ListedRow>(listedRows(userId, sql`${calculation.id}`, page))
  if (listed === undefined) refuse('not_found')
  const t = transactionRow(listed)
  const values = await tx.all<{ side: 'from' | 'to' | 'fee'; value: string }>(sql`
    select side, value::text from valuations where user_id = ${userId} and transaction_id = ${id}`)
  const worth = (side: 'from' | 'to' | 'fee') => {
    const leg = t[side]
    if (leg === null) return null
    if (leg.asset === context.currency) return leg.amount
    const value = values.find((v) => v.side === side)
    return value === undefined ? null : plain(value.value)
  }
  const side = (name: 'from' | 'to' | 'fee', label: string) => {
    const leg = t[name]
    if (leg === null) return []
    return [
      {
        handle: null,
        title: label,
        detail: null,
        day: null,
        quantity: leg.amount,
        asset: leg.symbol,
        asset_id: leg.asset,
        value: worth(name),
      },
    ]
  }
  const of = { list: 'disposals', userId, calculationId: calculation.id } as const
  const rowsOfTransaction = sql`(select * from disposals_of_transactions
    where user_id = ${userId} and calculation_id = ${calculation.id} and transaction_id = ${id})`
  const uses = await tx.all<{
    n: number
    kind: string
    quantity: string
    asset: string
    asset_id: string
    disposed: string
    gain: string
  }>(sql`
    select d.n, d.kind, d.quantity::text, coalesce(s.symbol, d.asset_id) as asset, d.asset_id, d.disposed, d.gain::text
    from ${kind === 'lot' ? rowsWhere({ ...of, where: [sql`d.lot_transaction_id = ${id}`] }) : rowsOfTransaction} d left join assets s on s.id = d.asset_id order by d.n limit 50`)
  const value = worth('to') ?? worth('from') ?? '0'
  const out = t.from === null ? null : shortLegWords(t.from)
  const into = t.to === null ? null : shortLegWords(t.to)
  const deed = deedWords({
    type: t.type,
    sub_type: t.sub_type,
    out,
    into,
    to_account: t.other_account_name === null ? null : shortAccount(t.other_account_name),
  })
  return explanation(context, {
    title: deed,
    value,
    sentence: `${deed} at ${shortAccount(t.account_name)} on ${formatDisplay(listed.at.getTime())} UTC${t.fee === null ? '' : `, with a fee of ${shortLegWords(t.fee)}`}.${await changedSince(context, id)}`,
    formula: [{ sign: '+', label: 'Value of the transaction', value, handle: null }],
    rows: [
      ...side('from', 'Left'),
      ...side('to', 'Arrived'),
      ...side('fee', 'Fee'),
      ...(await furtherFeeRows(context, id)),
      ...(await paidForRows(context, id)),
      ...uses.map((use) => ({
        handle: rowHandle('disposal', use.n, calculation),
        title: kind === 'lot' ? 'Disposed of from this lot' : 'Disposal',
        detail: null,
        day: use.disposed,
        quantity: plain(use.quantity),
        asset: use.asset,
        asset_id: use.asset_id,
        value: plain(use.gain),
      })),
    ],
    ...(await leafOf(context, { transaction_id: id, rules: t.type === 'transfer' ? ['R-TRF-1'] : [] })),
  })
}
