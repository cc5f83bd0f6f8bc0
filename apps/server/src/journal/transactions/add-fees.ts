import { amountWords, type TransactionEdit } from '@lotbook/contract'
import { isFiat } from '@lotbook/journal'
import { worthInExchange } from '@lotbook/sources'
import { formatDecimal, isNegative, isZero, parseDecimal, plus, zero } from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { addTransaction } from './add-transaction.ts'
import type { ChangeEdit } from './changes.ts'
import type { TransactionFields } from './imported-transaction.ts'
import { readFields } from './overlay.ts'

/** Its asset by its id. */
export type AddedFee = NonNullable<TransactionEdit['added_fees']>[number]

/** Fees as they were added: what of the change they are, and which values a person said. */
export interface AddedFees {
  readonly edits: readonly ChangeEdit[]
  readonly values: ReadonlyMap<string, string>
}

/**
 * Add fees that a transaction cost beside those there are: each a transaction of its own, in its account at its instant, that says what
 * it was paid for. What nobody says the value of, and the transaction itself tells, is worth its share of that. Whoever calls records
 * the change and settles the journal.
 *
 * @param movedTo the instant that the transaction is moved to in the same change; its own where left out.
 */
export async function addFees(
  tx: Tx,
  at: { readonly userId: string; readonly journalVersion: string },
  transactionId: string,
  fees: readonly AddedFee[],
  movedTo?: string,
): Promise<AddedFees> {
  const paidFor = await tx.maybe<{ account_id: string; fingerprint: string; is_fee: boolean }>(sql`
    select account_id, encode(fingerprint, 'hex') as fingerprint, fee_of is not null as is_fee
    from transactions where user_id = ${at.userId} and id = ${transactionId} and deleted_at is null`)
  const kept = (await readFields(tx, at.userId, [transactionId])).get(transactionId)
  if (paidFor === undefined || kept === undefined) return refuse('not_found')
  if (paidFor.is_fee)
    refuse('invalid_input', undefined, { fields: { added_fees: 'A further fee has no fees of its own.' } })
  const { from_asset, from_amount, to_asset, to_amount } = kept.fields
  const leg = (asset: string | null, amount: string | null) =>
    asset === null || amount === null ? null : { asset, amount }
  const exchange = { from: leg(from_asset, from_amount), to: leg(to_asset, to_amount) }
  const edits: ChangeEdit[] = []
  const values = new Map<string, string>()
  for (const { asset, amount, value } of fees) {
    checkAmount(amount)
    const fee = { asset, amount }
    const edit = await addTransaction(tx, at, {
      accountId: paidFor.account_id,
      at: new Date(movedTo ?? kept.fields.at),
      type: 'outgoing',
      subType: 'fee',
      from: fee,
      to: null,
      comment: 'Fee added by hand',
      flag: 'further_fee',
      answers: `${paidFor.fingerprint} ${await placeFree(tx, at.userId, paidFor.fingerprint)}`,
      paidFor: { fingerprint: paidFor.fingerprint, worth: worthInExchange(fee, exchange) },
    })
    edits.push(edit)
    if (value !== null && value !== undefined) values.set(edit.targetId, value)
  }
  return { edits, values }
}

/** The fees that a person added: those withheld from the amount received, together, and those that are transactions by themselves. */
export interface FeesApart {
  /** The transaction's own fee, where it becomes another. */
  readonly own: { readonly fee_asset: string; readonly fee_amount: string } | undefined
  readonly further: readonly AddedFee[]
}

/**
 * Fees in the coin received are withheld from it (R-FEE-5, R-FEE-6), which only a transaction's own fee is, as where files tell several
 * (`Collector.addWithFees`): they become that, with what it is already in that coin, and another that it had stands by itself from then on.
 * One that was given back cannot, so it stays, and what is added is spent.
 *
 * @param fields - of the transaction as it will be.
 */
export function apartFrom(
  { to_asset, fee_asset, fee_amount }: Pick<TransactionFields, 'to_asset' | 'fee_asset' | 'fee_amount'>,
  fees: readonly AddedFee[],
): FeesApart {
  const isWithheld = ({ asset }: AddedFee) => asset === to_asset && !isFiat(to_asset)
  const withheld = fees.filter(isWithheld)
  const had = fee_amount === null ? undefined : parseDecimal(fee_amount)
  const isRebate = had !== undefined && isNegative(had)
  if (to_asset === null || withheld.length === 0 || isRebate) return { own: undefined, further: fees }
  for (const { amount, value } of withheld) {
    checkAmount(amount)
    if (value !== null && value !== undefined)
      refuse('invalid_input', undefined, {
        fields: {
          added_fees:
            'A fee in the coin that came in is kept back from it and worth its share: leave out its value.',
        },
      })
  }
  const isMore = fee_asset === to_asset
  const amounts = [
    ...withheld.map(({ amount }) => amount),
    ...(isMore && fee_amount !== null ? [fee_amount] : []),
  ]
  const sum = formatDecimal(amounts.reduce((all, amount) => plus(all, parseDecimal(amount) ?? zero), zero))
  const stands = !isMore && fee_asset !== null && fee_amount !== null && had !== undefined && !isZero(had)
  const others = fees.filter((fee) => !isWithheld(fee))
  return {
    own: { fee_asset: to_asset, fee_amount: sum },
    further: stands ? [{ asset: fee_asset, amount: fee_amount }, ...others] : others,
  }
}

/** Two equal fees are two transactions: how many were ever added to this one names the next. */
async function placeFree(tx: Tx, userId: string, fingerprint: string): Promise<number> {
  const { count } = await tx.one<{ count: string }>(sql`
    select count(*) from transactions where user_id = ${userId} and fee_of = decode(${fingerprint}, 'hex') and event_id is null`)
  return Number(count)
}

function checkAmount(text: string): void {
  const amount = parseDecimal(text)
  const wrong =
    amount === undefined
      ? amountWords.tooLong('fee_amount')
      : isNegative(amount)
        ? amountWords.negative('fee_amount', text)
        : isZero(amount)
          ? amountWords.nothing('fee_amount')
          : undefined
  if (wrong !== undefined) refuse('invalid_input', undefined, { fields: { added_fees: wrong } })
}
