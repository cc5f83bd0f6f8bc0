import { methodOfYear, taxSettings, type Explanation } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import type { Keys } from '../../platform/keys.ts'
import { identifier, sql } from '../../platform/sql.ts'
import { moneyWords } from '../../journal/transactions/leg-words.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import { priceSourceOf, type CalculatedValue } from '../../journal/valuing/price-source.ts'
import { unpricedAs, type UnpricedAs } from '../../journal/findings/unpriced-as.ts'
import { recordsOf } from '../imports/original-records.ts'
import {
  calculationOfYear,
  doneCalculation,
  newestDone,
  type DoneCalculation,
} from '../../calculating/keep/done-calculation.ts'
import { findingSentence } from './open-of-year.ts'
import { filingOf, type Filing } from '../../calculating/keep/open-when-filed.ts'

/** Everything that an explanation is made with. */
export interface ExplainContext {
  readonly tx: Tx
  readonly keys: Keys
  readonly userId: string
  readonly handle: string
  readonly cursor: string | undefined
  readonly currency: string
  readonly calculation: DoneCalculation
  /** The filing of the year, for a figure of a year that was filed with the calculation. */
  readonly filing: Filing | null
}

/** Rows that one answer lists; the rest comes by its cursor. */
export const EXPLAIN_ROWS = 50

export async function explainContext(
  tx: Tx,
  keys: Keys,
  userId: string,
  handle: string,
  cursor: string | undefined,
): Promise<ExplainContext> {
  const { currency } = await tx.one<{ currency: string }>(
    sql`select currency from customers where user_id = ${userId}`,
  )
  const calculation = await calculationOf(tx, userId, handle)
  const filing = await filingBehind(tx, userId, handle, calculation)
  return { tx, keys, userId, handle, cursor, currency, calculation, filing }
}

/** The handle of a transaction, or of the lot that it acquired, behind a figure: behind one of a filed year it names the year. */
export function handleOf(
  { filing }: Pick<ExplainContext, 'filing'>,
  kind: 'transaction' | 'lot',
  id: string,
) {
  return filing === null ? `${kind}:${id}` : `${kind}:${id}:${filing.year}`
}

/** A note that the transaction has changed since a filed figure was made; nothing for any other figure. */
export async function changedSince(
  { tx, userId, calculation, filing }: ExplainContext,
  transactionId: string,
) {
  if (filing === null) return ''
  const now = await tx.maybe<{ is_gone: boolean; is_changed: boolean }>(sql`
    select deleted_at is not null as is_gone, journal_version > ${calculation.journal_version} as is_changed
    from transactions where user_id = ${userId} and id = ${transactionId}`)
  if (now === undefined || now.is_gone)
    return ` Its transaction was taken out of the history after ${filing.year} was calculated; the figures stay.`
  return now.is_changed
    ? ` Its transaction, what it is matched with or its value changed after ${filing.year} was calculated and is told as it is now; the figures stay.`
    : ''
}

/** The calculation that a handle is of: the one it names, the one its year shows, else the newest. */
function calculationOf(tx: Tx, userId: string, handle: string): Promise<DoneCalculation> {
  const [, ofRow] =
    /^(?:disposal|receipt|removal):\d{1,9}:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(handle) ?? []
  if (ofRow !== undefined) return doneCalculation(tx, userId, ofRow)
  const year = yearIn(handle)
  return year === undefined ? newestDone(tx, userId) : calculationOfYear(tx, userId, year)
}

/** The year that a handle names: of a sum its own, of a transaction or lot that of the filed figure that it is behind. */
function yearIn(handle: string): number | undefined {
  const [, ofSum, ofLeaf] =
    /^(?:(?:year|month|asset|income|deduction):(\d{4})(?::.*)?|(?:transaction|lot):[0-9a-f-]{36}:(\d{4}))$/s.exec(
      handle,
    ) ?? []
  const year = ofSum ?? ofLeaf
  return year === undefined ? undefined : Number(year)
}

const LISTS = { disposal: 'disposals', receipt: 'incomes', removal: 'removals' } as const

async function filingBehind(tx: Tx, userId: string, handle: string, calculation: DoneCalculation) {
  if (!calculation.is_filed) return null
  const [, kind, n] = /^(disposal|receipt|removal):(\d{1,9})(?::|$)/.exec(handle) ?? []
  const row =
    kind === undefined
      ? undefined
      : await tx.maybe<{ year: number }>(sql`
          select d.tax_year as year from ${identifier(LISTS[kind as keyof typeof LISTS])} d
          where d.user_id = ${userId} and d.calculation_id = ${calculation.id} and d.n = ${Number(n)}`)
  const year = row?.year ?? yearIn(handle)
  return year === undefined ? null : filingOf(tx, userId, year, calculation)
}

/** An explanation of which only some parts are said. */
export function explanation(
  context: ExplainContext,
  said: Pick<Explanation, 'title' | 'value' | 'sentence'> & Partial<Explanation>,
): Explanation {
  const { id, engine_version, rules_version, finished_at } = context.calculation
  const { filing } = context
  const settings = taxSettings.parse(context.calculation.settings)
  return {
    handle: context.handle,
    unit: context.currency,
    is_unpriced: false,
    formula: [],
    rows: [],
    row_count: said.rows?.length ?? 0,
    next: null,
    price: null,
    rules: [],
    transaction_id: null,
    records: [],
    filed: filing === null ? null : { year: filing.year, open_as_of: filing.open_as_of },
    findings: [],
    calculation: {
      id,
      engine_version,
      rules_version,
      method: filing === null ? settings.method : methodOfYear(settings, filing.year),
      pool: settings.pool_before_2025,
      finished_at: finished_at.toISOString(),
    },
    ...said,
  }
}

/** `$1,234.50`, `−$3.00`: the figure as a sentence says it, rounded to cents for reading only. */
export function money(context: Pick<ExplainContext, 'currency'>, amount: string): string {
  return moneyWords(amount, context.currency)
}

/** Open findings on a transaction; for a figure of a filed year, the findings open when it was filed. */
async function findingsOn(
  { tx, userId, filing }: ExplainContext,
  transactionId: string,
): Promise<Explanation['findings']> {
  const isKept = filing?.keepsFindings === true
  const kept = sql`
    select code, unpriced_as, effect::text from filed_findings
    where user_id = ${userId} and tax_year = ${filing?.year} and transaction_id = ${transactionId} order by code`
  const now = sql`
    select f.code, ${unpricedAs} as unpriced_as, f.effect_high::text as effect
    from findings f join transactions t on t.user_id = f.user_id and t.id = f.transaction_id
    where f.user_id = ${userId} and f.transaction_id = ${transactionId} and f.state = 'open'
    order by f.code`
  const rows = await tx.all<{ code: string; unpriced_as: UnpricedAs; effect: string | null }>(
    isKept ? kept : now,
  )
  return rows.map((row) => ({
    code: row.code,
    message: findingSentence(row),
    effect: row.effect === null ? null : plain(row.effect),
  }))
}

/** The original rows of a transaction, and of what it was matched with. */
async function originals(
  { tx, keys, userId }: ExplainContext,
  transactionId: string,
): Promise<Explanation['records']> {
  const sides = await tx.all<{ id: string }>(sql`
    select distinct o.transaction_id as id from match_sides s
    join matches m on (m.user_id, m.id) = (s.user_id, s.match_id) and m.state = 'made'
    join match_sides o on (o.user_id, o.match_id) = (s.user_id, s.match_id)
    where s.user_id = ${userId} and s.transaction_id = ${transactionId}`)
  return recordsOf(tx, keys, userId, [...new Set([transactionId, ...sides.map((side) => side.id)])])
}

/**
 * The end of an explanation, for a figure of one transaction: its price, its rules, its original rows and its open
 * findings.
 */
export async function leafOf(
  context: ExplainContext,
  row: { readonly transaction_id: string; readonly rules: readonly string[] },
  side: 'main' | 'fee' = 'main',
  calculated?: CalculatedValue,
) {
  const id = row.transaction_id
  return {
    price: await priceSourceOf(context.tx, context.userId, id, side, calculated),
    rules: ruleSentences(row.rules),
    transaction_id: id,
    records: await originals(context, id),
    findings: await findingsOn(context, id),
  }
}

/** Rules of a row, in a sentence each. */
export function ruleSentences(ids: readonly string[]): Explanation['rules'] {
  return ids.map((id) => ({ id, sentence: RULES[id] ?? 'See the documentation of the tax rules.' }))
}

const RULES: Readonly<Record<string, string>> = {
  'R-DAY-1': 'The tax day is the local day in your time zone.',
  'R-HOLD-1': 'Long-term means held for more than one year, counted from the day after acquisition.',
  'R-HOLD-2': 'A year that would end on February 29 ends a day later.',
  'R-LOT-1': 'First in, first out, by the instant you acquired the units.',
  'R-LOT-2': 'Last in, first out.',
  'R-LOT-3': 'Highest (or lowest) cost per unit first.',
  'R-LOT-4': 'The lots that you named, or that a filed return used; the rest first in, first out.',
  'R-LOT-5': 'A standing order of yours chose the method.',
  'R-POOL-1': 'From January 1, 2025 on, only lots in the same account are used.',
  'R-POOL-2': 'Before 2025: one pool for all accounts.',
  'R-POOL-3': 'Basis was attached to accounts as of January 1, 2025 by the allocation on record.',
  'R-POOL-4':
    'No allocation was recorded for this asset: units stayed in the account that acquired them as far as it still held them, and the rest went oldest first to accounts by name.',
  'R-FEE-1': 'The costs of buying are part of the cost basis.',
  'R-FEE-2':
    'The costs of selling reduce the proceeds to nothing at most; the rest is part of the cost basis.',
  'R-FEE-3': 'In a trade all costs reduce what was realized.',
  'R-FEE-4': 'A fee paid in a coin is a disposal of that coin.',
  'R-FEE-5': 'A fee withheld from what was received comes out of the lot just received.',
  'R-FEE-6': 'A purchase with the fee withheld: the lot is what arrived, its basis what was paid.',
  'R-TRF-1': 'A self-transfer is not taxable; basis and dates travel along.',
  'R-TRF-2': 'The network fee of a self-transfer is treated as your settings say.',
  'R-TRD-1': 'A trade is worth what was received.',
  'R-INC-1': 'Income at fair market value when received; that value is the basis.',
  'R-INC-2': 'Airdrops and forks are income when you can dispose of them.',
  'R-INC-3': 'Gifts, own transfers, loans and returned deposits are no income.',
  'R-STK-1': 'Locking up and getting back changes nothing.',
  'R-STK-2': 'What does not come back of a stake is still locked up, or lost.',
  'R-GIFT-1': "A gift keeps the donor's basis and holding period.",
  'R-GIFT-2': 'A gift worth less than the donor paid has one basis for gains and one for losses.',
  'R-GIFT-3': "The donor's basis is unknown and counts as zero.",
  'R-GIFT-4': 'A gift sent has no gain or loss.',
  'R-DON-1': 'A donation has no gain; what may be deducted depends on the holding period.',
  'R-LOSS-1': 'Lost or stolen units leave with their basis; no loss is computed.',
  'R-CON-1': 'What a contract paid is a gain in full, short-term; a coin is a lot at its value.',
  'R-CON-2':
    'What a contract cost is a loss in full, short-term; a coin that paid it is disposed of at its value besides.',
  'R-SPD-1': 'Spending is a disposal for the value of what was bought.',
  'R-SWP-1': 'A rebrand is no disposal; basis and dates carry over.',
  'R-NFT-1': 'Minting with a price is a trade of the coin for the NFT.',
  'R-NFT-2': 'The cost of a free mint is its gas fee.',
  'R-ICO-1': 'Paying into an ICO is a disposal when the tokens are received.',
  'R-MISS-1': 'More units left than are known: the missing part has no basis and no date.',
  'R-MISS-2': 'Nothing matches this: no gain, no income, for your review.',
  'R-OPEN-8': 'A lock-up gives the coins for a claim, and its return ends the claim, as your treatments say.',
  'R-OPEN-9': 'What comes back beyond the lock-up is a reward, as your treatments say.',
  'R-OPEN-10': 'A rebate is income, as your treatments say.',
  'R-OPEN-11': 'A loan is repaid for what was owed, as your treatments say.',
  'R-OPEN-12': 'Half of the costs reduce what was realized, as your treatments say.',
  'R-BOX-1': 'The box follows from the year, the term and what a broker reported.',
}
