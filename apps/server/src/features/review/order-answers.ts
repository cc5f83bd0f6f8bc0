import type { TransactionEdit } from '@lotbook/contract'
import { exchangeOf } from '@lotbook/journal'
import {
  type Decimal,
  decimal,
  formatDecimal,
  isNegative,
  isZero,
  minus,
  parseDecimal,
  shareOutAll,
  toUnits,
} from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import type { About, Deed } from './finding-about.ts'

/** A transaction that may be a side of an order. */
interface Side {
  readonly id: string
  readonly from_asset: string | null
  readonly from_amount: string | null
  readonly to_asset: string | null
  readonly to_amount: string | null
  readonly fee_asset: string | null
  readonly fee_amount: string | null
}

/** Decimals of a share at least: an amount in few figures needs more of them. */
const LEAST_PLACES = 9

/**
 * The sides of an order that a program filled later, as trades: each receipt for its share of what was sent, in proportion to its amount, as
 * an order at one price fills. Shares add up to what was sent less what came back of it, to the last digit. What was sent is left as its fee,
 * or set aside as what came back is.
 */
export async function oneOrder(tx: Tx, userId: string, about: About): Promise<Deed> {
  const sides = await tx.all<Side>(sql`
    select t.id, t.from_asset, t.from_amount::text, t.to_asset, t.to_amount::text, t.fee_asset, t.fee_amount::text
    from transactions t where t.user_id = ${userId} and t.account_id = ${about.account_id} and t.deleted_at is null
      and not t.is_ignored and ${about.order_flag} = any (t.flags)
      and (t.sub_type in ('sent', 'received')) and (t.from_asset is null) <> (t.to_asset is null)
    order by t.at, t.sequence, t.id`)
  const [given, ...moreGiven] = sides.filter(({ from_asset }) => from_asset !== null)
  const came = sides.filter(({ to_asset }) => to_asset !== null)
  const [back, got] = [true, false].map((isBack) =>
    came.filter(({ to_asset }) => (to_asset === given?.from_asset) === isBack),
  ) as [Side[], Side[]]
  if (given === undefined || moreGiven.length > 0 || got.length === 0)
    refuse('invalid_input', 'Its sides are not what they were. Change them one by one.')
  if (new Set(got.map(({ to_asset }) => to_asset)).size > 1)
    refuse(
      'invalid_input',
      'More than one coin came from it, and nothing says what each cost. Change them one by one.',
    )
  const paid = back.reduce(
    (left, { to_amount }) => minus(left, amountOf(to_amount)),
    amountOf(given.from_amount),
  )
  if (isNegative(paid) || isZero(paid))
    refuse('invalid_input', 'As much came back as was sent. Change them one by one.')
  const shares = sharesOf(
    paid,
    got.map(({ to_amount }) => amountOf(to_amount)),
  )
  const edits = new Map<string, TransactionEdit>([[given.id, givenEdit(given)]])
  for (const { id } of back) edits.set(id, { is_ignored: true })
  for (const [n, { id, to_asset }] of got.entries()) {
    const asset = given.from_asset ?? ''
    edits.set(id, {
      ...{ type: exchangeOf(asset, to_asset ?? ''), sub_type: null },
      ...{ from_asset: asset, from_amount: shares[n] ?? null },
    })
  }
  const ids = [...edits.keys()]
  const answers = await tx.all<{ id: string }>(sql`
    select id from findings where user_id = ${userId} and subject = 'transaction' and subject_id = any (${ids}) and state = 'open'
      and code in ('unmatched_send', 'unmatched_receive') and id <> ${about.finding}`)
  return {
    summary: 'Marked as one order',
    edit: {},
    edited: ids,
    otherEdits: edits,
    answers: answers.map(({ id }) => id),
  }
}

/** The rest of the send: the fee of placing the order; without one it counts for nothing. */
const givenEdit = ({ fee_asset, fee_amount }: Side): TransactionEdit =>
  fee_asset === null
    ? { is_ignored: true }
    : {
        ...{ type: 'outgoing', sub_type: 'fee', from_asset: fee_asset, from_amount: fee_amount },
        ...{ fee_asset: null, fee_amount: null },
      }

const amountOf = (text: string | null): Decimal => parseDecimal(text ?? '') ?? refuse('not_found')

/** An amount divided in proportion to others. */
function sharesOf(whole: Decimal, parts: readonly Decimal[]): string[] {
  const places = Math.max(whole.scale, LEAST_PLACES)
  const scale = Math.max(...parts.map((part) => part.scale))
  return shareOutAll(
    toUnits(whole, places),
    parts.map((part) => toUnits(part, scale)),
  ).map((units) => formatDecimal(decimal(units, places)))
}
