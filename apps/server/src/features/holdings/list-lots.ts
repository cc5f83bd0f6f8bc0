import { methodOfYear, taxSettings, type OpenLot } from '@lotbook/contract'
import { daysBetween, isFiat, localClock, taxDayOf, yearOf } from '@lotbook/journal'
import { formatDecimal, type Decimal } from '@lotbook/money'
import { longTermFrom } from '@lotbook/rules/us'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { reportedBalances } from '../../journal/transactions/reported-balances.ts'
import { newestCalculation } from '../../journal/transactions/transaction-rows.ts'
import { lastPrices } from '../../journal/valuing/last-prices.ts'
import { accountNames } from './account-names.ts'
import { amountOf, gainOf, valueOf } from './lot-gain.ts'
import { lotsOfAsset, type LotsAsOf } from './lots-as-of.ts'
import { lotColumns, lotsWhere, type LotRow } from './stored-lots.ts'

export interface LotsRequest {
  readonly asset: string
  readonly account?: string | undefined
  readonly offset: number
  readonly limit: number
}

/**
 * A part of the open lots of an asset, the oldest first.
 *
 * @param asOf the lots of an earlier day, whose end `at` is.
 */
export async function listLots(tx: Tx, userId: string, request: LotsRequest, at: Date, asOf?: LotsAsOf) {
  const { asset, account } = request
  const { currency, time_zone, settings } = await tx.one<{
    currency: string
    time_zone: string
    settings: unknown
  }>(sql`
    select c.currency, c.time_zone, k.settings from customers c
    left join calculations k on k.user_id = c.user_id and k.id = ${newestCalculation(userId)}
    where c.user_id = ${userId}`)
  const today = taxDayOf(at.getTime(), localClock(time_zone))
  const { total, since, rows } =
    asOf === undefined
      ? await storedPage(tx, userId, request)
      : pageOf(await lotsOfAsset(tx, userId, asOf, request), request)
  const price = (await lastPrices(tx, userId, [asset], at)).get(asset)
  const stated = isFiat(asset) ? [] : await reportedBalances(tx, userId, { account, asset })
  // A balance of a later day says nothing about this one.
  const reported = stated.filter((one) => one.at <= at)
  const nameOf = await accountNames(tx, userId, [
    ...rows.map(({ account_id }) => account_id),
    ...reported.map(({ accountId }) => accountId),
  ])
  const unit = price === undefined ? null : amountOf(price.price)
  return {
    rows: rows.map((row): OpenLot => {
      const { name, slug } = nameOf(row.account_id)
      const { n, transaction_id, account_id, acquired } = row
      return {
        n,
        transaction_id,
        account_id,
        account_name: name,
        account_slug: slug,
        acquired,
        ...figuresOf(row, unit, today),
      }
    }),
    total,
    currency,
    today,
    method: settings === null ? null : methodOfYear(taxSettings.parse(settings), yearOf(today)),
    since,
    reported: reported.map((one) => ({
      account_id: one.accountId,
      account_name: nameOf(one.accountId).name,
      at: one.at.toISOString(),
      stated: formatDecimal(one.stated),
      computed: formatDecimal(one.computed),
    })),
  }
}

interface LotsPage {
  readonly rows: readonly LotRow[]
  readonly total: number
  /** The day that the first of all lots was acquired. */
  readonly since: string | null
}

async function storedPage(
  tx: Tx,
  userId: string,
  { asset, account, offset, limit }: LotsRequest,
): Promise<LotsPage> {
  const where = sql`${await lotsWhere(tx, userId, { account })} and l.asset_id = ${asset}`
  const { total, since } = await tx.one<{ total: string; since: string | null }>(sql`
    select count(*) as total, min(l.acquired) as since from lots l where ${where}`)
  const rows = await tx.all<LotRow>(sql`
    select ${lotColumns} from lots l where ${where} order by l.acquired, l.n limit ${limit} offset ${offset}`)
  return { rows, total: Number(total), since }
}

function pageOf(lots: readonly LotRow[], { offset, limit }: LotsRequest): LotsPage {
  return {
    rows: lots.slice(offset, offset + limit),
    total: lots.length,
    since: lots[0]?.acquired ?? null,
  }
}

/** An open lot with its cost, its value and the gain of a sale today. */
export function figuresOf(
  row: LotRow,
  unit: Decimal | null,
  today: string,
): Pick<
  OpenLot,
  'quantity' | 'basis' | 'loss_basis' | 'value' | 'gain' | 'term' | 'long_term_from' | 'days'
> {
  const lot = {
    quantity: amountOf(row.quantity),
    basis: amountOf(row.basis),
    acquired: row.acquired,
    lossBasis: row.loss_basis === null ? null : amountOf(row.loss_basis),
    lossAcquired: row.loss_acquired,
  }
  const value = unit === null ? null : valueOf(lot.quantity, unit)
  // The holding period hangs on the gain for a gift with two cost bases alone; without a price it is that of a gain.
  const { gain, term } = gainOf(value === null ? { ...lot, lossBasis: null } : lot, value ?? lot.basis, today)
  const from = row.acquired === null ? null : longTermFrom(row.acquired)
  return {
    quantity: formatDecimal(lot.quantity),
    basis: formatDecimal(lot.basis),
    loss_basis: lot.lossBasis === null ? null : formatDecimal(lot.lossBasis),
    value: value === null ? null : formatDecimal(value),
    gain: value === null ? null : formatDecimal(gain),
    term,
    long_term_from: from,
    days: from === null ? null : Math.max(0, daysBetween(today, from)),
  }
}
