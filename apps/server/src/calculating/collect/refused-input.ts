import { formatDisplay, typeLabel, type TransactionType } from '@lotbook/journal'
import { canonicalAmount } from '@lotbook/money'
import type { CalculationInputError, InputProblem } from '@lotbook/rules'
import { entryNamed } from '@lotbook/tax'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import { sql, type Sql } from '../../platform/sql.ts'

/** Why a journal cannot be calculated, for its customer. */
export interface RefusedInput {
  readonly reason: string
  /** The transaction that the reason names; null where it is none of them. */
  readonly transactionId: string | null
  /** The same for us, in the engine's words and names: nothing that a person is shown. */
  readonly detail: string
}

/**
 * Puts a refusal of the engine into words that lead to its cause: the journal holds what came into it under the rules of its day, and one such row
 * keeps every calculation from being made.
 */
export async function refusedInput(
  db: Database,
  userId: string,
  { problems, message: detail }: CalculationInputError,
): Promise<RefusedInput> {
  const [first] = problems.filter(({ transaction }) => transaction !== null)
  const named = first?.transaction == null ? undefined : entryNamed(first.transaction)
  const row =
    named === undefined
      ? undefined
      : await withSubject(db, self(userId), (tx) => transactionNamed(tx, userId, named))
  if (first === undefined || row === undefined) return { reason: NOT_OF_ONE, transactionId: null, detail }
  const refused = new Set(problems.flatMap(({ transaction: t }) => (t === null ? [] : [entryNamed(t)])))
  return { reason: sentences(row, first, refused.size - 1), transactionId: row.id, detail }
}

/** The transaction that the reason of a row names, while it is there; `row` is its alias. */
export const refusedTransaction = (row: Sql) => sql`(
  select t.id from transactions t
  where (t.user_id, t.id) = (${row}.user_id, ${row}.reason_transaction_id) and t.deleted_at is null)`

const NOT_OF_ONE =
  'Your tax settings do not go with your history. Look through the settings and save them, and calculate again.'

interface NamedRow {
  readonly id: string
  readonly at: Date
  readonly account: string
  readonly type: TransactionType
  readonly sub_type: string | null
  readonly from_amount: string | null
  readonly from_asset: string | null
  readonly to_amount: string | null
  readonly to_asset: string | null
}

function transactionNamed(tx: Tx, userId: string, fingerprint: string): Promise<NamedRow | undefined> {
  return tx.maybe<NamedRow>(sql`
    select t.id, t.at, a.name as account, t.type, t.sub_type, t.from_amount::text, t.to_amount::text,
      coalesce(f.symbol, t.from_asset) as from_asset, coalesce(o.symbol, t.to_asset) as to_asset
    from transactions t join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id)
    left join assets f on f.id = t.from_asset left join assets o on o.id = t.to_asset
    where t.user_id = ${userId} and encode(t.fingerprint, 'hex') = ${fingerprint} and t.deleted_at is null`)
}

function sentences(row: NamedRow, problem: InputProblem, others: number): string {
  // As the list of transactions has it: the tax day may be the one before or after.
  const at = `${formatDisplay(row.at.getTime())} UTC`
  const what = [
    typeLabel(row.type, row.sub_type),
    ...amountIn(row.from_amount, row.from_asset, 'sent'),
    ...amountIn(row.to_amount, row.to_asset, 'received'),
  ].join(', ')
  const is = `The transaction of ${at} in ${row.account} (${what}) cannot be calculated: ${wrongWith(problem)}.`
  if (others === 0) return `${is} Change its type, or ignore it, and calculate again.`
  const more = others > FEW ? 'Many more' : others.toString()
  const mend = 'Change their types, or ignore them, and calculate again.'
  return `${is} ${more}${others > FEW ? '' : ' more'} cannot be calculated either. ${mend}`
}

/** Not all are looked for: beyond so many they are not counted. */
const FEW = 20

function amountIn(amount: string | null, asset: string | null, how: string): string[] {
  return amount === null || asset === null ? [] : [`${canonicalAmount(amount) ?? amount} ${asset} ${how}`]
}

/** The field and the message of the engine, as a person says it. */
function wrongWith({ field, message }: InputProblem): string {
  const is = message.startsWith('Missing') ? 'is missing' : 'is not right'
  if (field.endsWith('_value')) return `what it was worth ${is}`
  if (field.startsWith('from_')) return `what left ${is}`
  if (field === 'to_account') return `where it went ${is}`
  if (field.startsWith('to_')) return `what arrived ${is}`
  if (field.includes('fee')) return `its fee ${is}`
  if (field.startsWith('gift')) return 'what is said of its donor is not right'
  if (field.startsWith('lots')) return 'the lots that are named for it are not right'
  if (field === 'type' || field === 'sub_type') return 'its type cannot be calculated'
  if (field === 'at') return 'its date is not right'
  return 'something in it is not right'
}
