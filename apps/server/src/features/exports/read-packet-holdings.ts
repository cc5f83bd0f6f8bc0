import { compareText, instantOfLocal } from '@lotbook/journal'
import { isZero } from '@lotbook/money'
import type { HoldingRecord, Holdings } from '@lotbook/reports'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import type { Collected } from '../../calculating/collect/collect-input.ts'
import { lastPrices } from '../../journal/valuing/last-prices.ts'
import { accountNames } from '../holdings/account-names.ts'
import { figuresOf } from '../holdings/list-lots.ts'
import { amountOf } from '../holdings/lot-gain.ts'
import type { DatedLot } from '../holdings/sum-lots.ts'
import { openLots } from '../holdings/work-out-lots.ts'

/** Lots at the start and at the end of a year, or up to today in one that is not over, by the engine on the history as it is. */
export async function readHoldings(
  db: Database,
  userId: string,
  collected: Collected,
  year: number,
): Promise<Holdings[]> {
  const days = await withSubject(db, self(userId), (tx) => daysOf(tx, userId, year))
  const found: Holdings[] = []
  for (const { day, timeZone } of days) {
    const lots = openLots(collected, day).all()
    const at = new Date(instantOfLocal(Date.parse(`${day}T23:59:59.999Z`), timeZone))
    found.push({ day, lots: await withSubject(db, self(userId), (tx) => records(tx, userId, lots, day, at)) })
  }
  return found
}

async function daysOf(tx: Tx, userId: string, year: number): Promise<{ day: string; timeZone: string }[]> {
  const { time_zone, today } = await tx.one<{ time_zone: string; today: string }>(sql`
    select time_zone, (now() at time zone time_zone)::date::text as today from customers where user_id = ${userId}`)
  const days = [`${year - 1}-12-31`, `${year}-12-31`].map((day) => (day < today ? day : today))
  return [...new Set(days)].map((day) => ({ day, timeZone: time_zone }))
}

async function records(
  tx: Tx,
  userId: string,
  lots: readonly DatedLot[],
  day: string,
  at: Date,
): Promise<HoldingRecord[]> {
  const assets = [...new Set(lots.map(({ asset }) => asset))]
  const prices = await lastPrices(tx, userId, assets, at)
  const names = await tx.all<{ id: string; symbol: string }>(
    sql`select id, symbol from assets where id = any (${assets})`,
  )
  const symbols = new Map(names.map(({ id, symbol }) => [id, symbol]))
  const nameOf = await accountNames(
    tx,
    userId,
    lots.map(({ account_id }) => account_id),
  )
  return lots
    .map((lot) => {
      const price = prices.get(lot.asset)
      const figures = figuresOf(lot, price === undefined ? null : amountOf(price.price), day)
      const isKnown = lot.acquired !== null || !isZero(amountOf(lot.basis))
      return {
        transaction: lot.transaction_id,
        asset: symbols.get(lot.asset) ?? lot.asset,
        account: nameOf(lot.account_id).name,
        quantity: figures.quantity,
        basis: isKnown ? figures.basis : null,
        acquired: lot.acquired,
        value: figures.value,
        unrealized: isKnown ? figures.gain : null,
        term: lot.acquired === null ? null : figures.term,
      }
    })
    .toSorted(
      (a, b) =>
        compareText(a.asset, b.asset) ||
        compareText(a.account, b.account) ||
        compareText(a.acquired ?? '', b.acquired ?? ''),
    )
}
