import { amountWords, type SalePlan, type SalePlanRequest } from '@lotbook/contract'
import { daysBetween, isFiat, localClock, taxDayOf, yearOf } from '@lotbook/journal'
import { compare, formatDecimal, parseDecimal, plus, sum, zero, type Decimal } from '@lotbook/money'
import { longTermFrom } from '@lotbook/rules/us'
import { METHODS, type DisposalRow } from '@lotbook/tax'
import { withSubject, type Tx } from '../../platform/database.ts'
import { inThread } from '../../platform/in-thread.ts'
import { journalLoad } from '../../journal/transactions/journal-load.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { isOwnWallet } from '../../calculating/keep/broker-accounts.ts'
import { taxOnTop, type TaxOnTop } from '../../calculating/keep/estimated-tax.ts'
import { lastPrices } from '../../journal/valuing/last-prices.ts'
import { accountNames } from './account-names.ts'
import { amountOf, valueOf } from './lot-gain.ts'
import type { SaleAnswer, SaleTask } from './plan-sale.worker.ts'
import type { SaleWorkedOut } from './work-out-sale.ts'
import { withLines } from '../../calculating/keep/prepare-lines.ts'

/** A million transactions stay well below its heap. */
const THREAD = { url: new URL('./plan-sale.worker.ts', import.meta.url), heapMb: 4096 }
/** Lots of a sale that are listed one by one; the sums are of all. */
const LISTED = 200
/** Digits of an amount, at most. */
const DIGITS = 60
const LATER = 'Your history has transactions after this day. A sale can only be planned after all of them.'

/** The outcome of a sale that nobody has made, by the engine, on the journal as it is now. Nothing is kept. */
export async function planSale(context: RequestContext, request: SalePlanRequest): Promise<SalePlan> {
  const { subjectId: userId } = context.who
  const quantity = positive('quantity', request.quantity)
  if (isFiat(request.asset)) refuse('invalid_input', 'A currency has no lots to sell.')
  const asked = await withSubject(context.db, context.who, (tx) =>
    readAsked(tx, userId, request, context.now),
  )
  const price = positive('price', asked.price.price)
  await context.limit('calculations')
  const task: SaleTask = {
    userId,
    accountId: asked.account.id,
    asset: request.asset,
    quantity: formatDecimal(quantity),
    proceeds: formatDecimal(valueOf(quantity, price)),
    day: asked.day,
  }
  const load = await journalLoad(context.db, userId)
  const found = await inThread<SaleTask, SaleAnswer>(context.db, THREAD, task, { load })
  if (found.outcome === 'refused') return refuse('invalid_input', found.reason)
  const [planned, ...later] = found.sales
  if (planned === undefined) throw new Error('no sale was worked out')
  const missing = planned.rows.filter(({ lot }) => lot === null)
  if (missing.length > 0) {
    const held = sum(planned.rows.flatMap((row) => (row.lot === null ? [] : [amountOf(row.quantity)])))
    const words = `${asked.account.name} holds ${formatDecimal(held)} ${asked.symbol}.`
    refuse('invalid_input', words, { fields: { quantity: words } })
  }
  const figures = figuresWith(await taxOf(context, request, found.sales))
  return {
    asset: request.asset,
    symbol: asked.symbol,
    quantity: formatDecimal(quantity),
    account_id: asked.account.id,
    account_name: asked.account.name,
    is_broker: !isOwnWallet(asked.account.slug),
    currency: asked.currency,
    today: asked.today,
    price: asked.price,
    method: METHODS.find((method) => method === planned.rows[0]?.method) ?? 'fifo',
    ...figures(planned),
    lots: planned.rows.slice(0, LISTED).map((row) => lotOf(row)),
    lots_total: planned.rows.length,
    waits: later.map((sale) => ({ ...figures(sale), days: daysBetween(planned.day, sale.day) })),
  }
}

interface Asked {
  readonly account: { readonly id: string; readonly name: string; readonly slug: string }
  readonly symbol: string
  readonly currency: string
  readonly today: string
  readonly day: string
  readonly price: SalePlan['price']
}

async function readAsked(
  tx: Tx,
  userId: string,
  { asset, account, day: wanted, price: given }: SalePlanRequest,
  now: Date,
): Promise<Asked> {
  const { currency, time_zone } = await tx.one<{ currency: string; time_zone: string }>(
    sql`select currency, time_zone from customers where user_id = ${userId}`,
  )
  const today = taxDayOf(now.getTime(), localClock(time_zone))
  const day = wanted ?? today
  if (day < today || yearOf(day) > yearOf(today)) {
    const words = `Day: a day from today until the end of ${String(yearOf(today))} is expected.`
    refuse('invalid_input', words, { fields: { day: words } })
  }
  const owned = await tx.maybe<{ id: string; slug: string }>(
    sql`select id, source_slug as slug from accounts where user_id = ${userId} and id = ${account} and deleted_at is null`,
  )
  if (owned === undefined) refuse('not_found')
  const later = await tx.maybe<{ id: string }>(sql`
    select id from transactions where user_id = ${userId} and deleted_at is null
      and at >= (${day}::date + 1)::timestamp at time zone ${time_zone} limit 1`)
  if (later !== undefined) refuse('invalid_input', LATER)
  const nameOf = await accountNames(tx, userId, [account])
  const named = await tx.maybe<{ symbol: string }>(sql`select symbol from assets where id = ${asset}`)
  return {
    account: { id: account, name: nameOf(account).name, slug: owned.slug },
    symbol: named?.symbol ?? asset,
    currency,
    today,
    day,
    price:
      given === undefined
        ? await knownPrice(tx, userId, asset, now)
        : { price: given, at: null, origin: 'given' },
  }
}

async function knownPrice(tx: Tx, userId: string, asset: string, now: Date): Promise<SalePlan['price']> {
  const known = (await lastPrices(tx, userId, [asset], now)).get(asset)
  if (known !== undefined) return { ...known, at: known.at.toISOString() }
  const words = 'No price is known. Enter what one unit would sell for.'
  return refuse('invalid_input', words, { fields: { price: words } })
}

function positive(field: string, text: string): Decimal {
  const amount = text.length > DIGITS ? undefined : parseDecimal(text)
  const words =
    amount === undefined
      ? amountWords.tooLong(field)
      : compare(amount, zero) < 0
        ? amountWords.negative(field, text)
        : compare(amount, zero) === 0
          ? amountWords.nothing(field)
          : undefined
  if (amount !== undefined && words === undefined) return amount
  return refuse('invalid_input', words, { fields: { [field]: words ?? '' } })
}

/** The tax that a sale adds in its year; null for every sale where no filing status was given, or nothing was calculated yet. */
async function taxOf(
  context: RequestContext,
  { filing_status, other_income = '0' }: SalePlanRequest,
  sales: readonly SaleWorkedOut[],
): Promise<TaxOnTop> {
  if (filing_status === undefined) return () => null
  const { subjectId: userId } = context.who
  const years = [...new Set(sales.map(({ day }) => yearOf(day)))]
  return withLines(context.db, context.who, async (tx) =>
    (await isCalculated(tx, userId))
      ? taxOnTop(tx, userId, { filing_status, other_income }, years)
      : () => null,
  )
}

async function isCalculated(tx: Tx, userId: string): Promise<boolean> {
  const done = await tx.maybe(
    sql`select 1 from calculations where user_id = ${userId} and state = 'done' limit 1`,
  )
  return done !== undefined
}

const figuresWith = (taxOf: TaxOnTop) => (sale: SaleWorkedOut) => {
  const { gain, ...figures } = figuresOf(sale)
  return { ...figures, gain, tax: taxOf(yearOf(sale.day), gain) }
}

function figuresOf({ day, rows }: SaleWorkedOut) {
  const of = (name: 'proceeds' | 'basis', among = rows) =>
    formatDecimal(sum(among.map((row) => amountOf(row[name]))))
  const gain = (term: DisposalRow['term']) =>
    sum(rows.filter((row) => row.term === term).map((row) => amountOf(row.gain)))
  const [long, short] = [gain('long'), gain('short')]
  const longQuantity = sum(rows.filter(({ term }) => term === 'long').map((row) => amountOf(row.quantity)))
  return {
    day,
    proceeds: of('proceeds'),
    basis: of('basis'),
    gain: { long: formatDecimal(long), short: formatDecimal(short), total: formatDecimal(plus(long, short)) },
    long_quantity: formatDecimal(longQuantity),
  }
}

function lotOf({
  lot,
  acquired,
  quantity,
  proceeds,
  basis,
  gain,
  term,
}: DisposalRow): SalePlan['lots'][number] {
  return {
    transaction_id: lot,
    acquired,
    quantity,
    proceeds,
    basis,
    gain,
    term,
    long_term_from: acquired === null ? null : longTermFrom(acquired),
  }
}
