import { taxSettings, type StandingOrder, type TaxSettings } from '@lotbook/contract'
import { packetSettings, treatmentRecords, type AllocationSheet, type PacketFacts } from '@lotbook/reports'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { unpricedAs } from '../../journal/findings/unpriced-as.ts'
import { doneCalculation, type DoneCalculation } from '../../calculating/keep/done-calculation.ts'
import { filingOf } from '../../calculating/keep/open-when-filed.ts'
import { standingOrders } from '../methods/standing-orders.ts'
import { oneYear } from '../tax/one-year.ts'
import { findingSentence, type FoundCode } from '../tax/open-of-year.ts'
import { spanOfYear } from '../workpapers/year-span.ts'
import { OPEN_CODES } from './form-rests.ts'

/** What a packet is told of its calculation, apart from its rows. */
export interface FactsAsked {
  readonly calculationId: string
  readonly year: number
  /** Allocations on record that are in force. */
  readonly allocations: readonly AllocationSheet[]
  /** Transactions that each open question bears on. */
  readonly concerned: Readonly<Record<string, number>>
}

/** Settings, treatments and open items of a year. */
export async function readPacketFacts(tx: Tx, userId: string, asked: FactsAsked): Promise<PacketFacts> {
  const { calculationId, year, allocations, concerned } = asked
  const calculation = await doneCalculation(tx, userId, calculationId)
  const settings = taxSettings.parse(calculation.settings)
  const { qualifiers } = await oneYear(tx, userId, year)
  return {
    settings: packetSettings({
      method: settings.method,
      earlierMethods: settings.filed_methods.map((one) => ({ until: String(one.year), method: one.method })),
      pool: settings.pool_before_2025,
      orders: (await standingOrders(tx, userId)).map(orderText),
      identifications: await identificationsOf(tx, userId, year),
      allocations: allocations.map(allocationText),
      timeZone: settings.time_zone,
      tokens: settings.tokens.map(tokenText),
    }),
    treatments: treatmentRecords({ ...settings.treatments, transfer_fee: settings.transfer_fee }, concerned),
    openItems: qualifiers.map(({ message }) => message),
    openOn: await openOn(tx, userId, year, calculation),
  }
}

/** What is open, by transaction: of a filed year what was open when it was filed. */
async function openOn(
  tx: Tx,
  userId: string,
  year: number,
  calculation: DoneCalculation,
): Promise<PacketFacts['openOn']> {
  const filing = await filingOf(tx, userId, year, calculation)
  const rows = await tx.all<FoundCode & { transaction_id: string }>(
    filing?.keepsFindings === true
      ? sql`
          select transaction_id, code, unpriced_as from filed_findings
          where user_id = ${userId} and tax_year = ${year} and not is_info and code = any (${OPEN_CODES}) order by code`
      : sql`
          select f.transaction_id, f.code, case f.code when 'missing_price' then ${unpricedAs} end as unpriced_as
          from findings f join transactions t on t.user_id = f.user_id and t.id = f.transaction_id
          where f.user_id = ${userId} and f.state = 'open' and f.severity <> 'info' and f.code = any (${OPEN_CODES}) order by f.code`,
  )
  const byTransaction = Map.groupBy(rows, ({ transaction_id }) => transaction_id)
  return new Map([...byTransaction].map(([id, found]) => [id, found.map(findingSentence)]))
}

function orderText(order: StandingOrder): string {
  const of = `${order.account_name ?? 'every account'}, ${order.asset ?? 'every asset'}`
  const ended = order.ended_at === null ? 'in force' : `ended ${utc(order.ended_at)}`
  return `${order.method.toUpperCase()} for ${of} from ${order.from_day}, recorded ${utc(order.recorded_at)}, ${ended}`
}

function allocationText({ rule, recordedAt, isIrrevocable }: AllocationSheet): string {
  return `${rule} Recorded ${utc(recordedAt)}${isIrrevocable ? ', irrevocable' : ''}.`
}

function tokenText(token: TaxSettings['tokens'][number]): string {
  const kind = token.kind.replaceAll('_', ' ')
  return 'of' in token && token.of !== null
    ? `${token.asset} stands for ${token.of} (${kind})`
    : `${token.asset} (${kind})`
}

async function identificationsOf(tx: Tx, userId: string, year: number): Promise<number> {
  const { begins, ends } = await spanOfYear(tx, userId, year)
  const { n } = await tx.one<{ n: string }>(sql`
    select count(*) as n from lot_identifications i join transactions t on (t.user_id, t.id) = (i.user_id, i.transaction_id)
    where i.user_id = ${userId} and i.replaced_at is null and t.at >= ${begins} and t.at < ${ends}`)
  return Number(n)
}

const utc = (instant: string) => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
