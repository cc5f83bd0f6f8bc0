import { NarrowAmounts } from '../packages/tax/src/amounts/narrow-amounts.ts'
import type { InputTransaction } from '../packages/tax/src/schema/calculation-input.ts'
import { namesOf } from '../packages/tax/src/events/event-index.ts'
import {
  AMOUNTS_PER_EVENT,
  type EventTable,
  FEE,
  FEE_VALUE,
  FEE_VALUE_KNOWN,
  FROM,
  FROM_VALUE,
  FROM_VALUE_KNOWN,
  TO,
  TO_VALUE,
  TO_VALUE_KNOWN,
} from '../packages/tax/src/events/event-table.ts'
import { jurisdictionOf } from '../packages/rules/src/index.ts'
import {
  BUY,
  centsText,
  type GeneratedHistory,
  INCOME,
  quantityText,
  SELL,
  SPEND,
  TRADE,
  TRANSFER,
} from './generator.ts'

/** The law that the benchmark calculates under. */
const LAW = jurisdictionOf({})
const TYPES = [
  ['buy', null],
  ['sell', null],
  ['trade', null],
  ['transfer', null],
  ['incoming', 'staking_reward'],
  ['outgoing', 'purchase'],
] as const
const CODES = TYPES.map(([type, subType]) => LAW.treatmentCode(type, subType)!)

/** The history as the columns that the engine runs on, as the server would read them. */
export function eventTableOf(h: GeneratedHistory, decimals: 8 | 18): EventTable {
  const amounts = new NarrowAmounts(h.count * AMOUNTS_PER_EVENT)
  amounts.reserve(h.count * AMOUNTS_PER_EVENT)
  const cash = h.assets.length
  const quantity = (slot: number, units: number, rest: number) => {
    if (decimals === 8) {
      amounts.cells[2 * slot] = Math.floor(units / 1e15)
      amounts.cells[2 * slot + 1] = units % 1e15
    } else {
      amounts.cells[2 * slot] = Math.floor(units / 1e5)
      amounts.cells[2 * slot + 1] = (units % 1e5) * 1e10 + rest
    }
  }
  const value = (slot: number, cents: number) => {
    amounts.cells[2 * slot] = Math.floor(cents / 1e5)
    amounts.cells[2 * slot + 1] = (cents % 1e5) * 1e10
  }
  const ids = Array.from({ length: h.count }, (_, e) => `t${e}`)
  const table = {
    count: h.count,
    ...namesOf(ids),
    at: h.at,
    day: Int32Array.from(h.at, (at) => Math.floor(at / 86_400_000)),
    treatment: Uint8Array.from(h.kind, (kind) => CODES[kind]!),
    reported: new Uint8Array(h.count),
    known: new Uint8Array(h.count),
    account: h.account,
    toAccount: h.toAccount,
    fromAsset: Int32Array.from(h.fromAsset, (asset, e) => (h.kind[e] === BUY ? cash : asset)),
    toAsset: Int32Array.from(h.toAsset, (asset, e) => (h.kind[e] === SELL ? cash : asset)),
    feeAsset: new Int32Array(h.count).fill(-1),
    amounts,
    accounts: h.accounts,
    assets: [...h.assets, 'USD'],
    scales: new Uint8Array(cash + 1).fill(decimals),
    isCash: new Uint8Array(cash + 1),
    jurisdiction: LAW,
    picks: new Map(),
    donors: new Map(),
    furtherCosts: new Map(),
    newAmounts: (capacity: number) => new NarrowAmounts(capacity),
  }
  table.isCash[cash] = 1
  for (let e = 0; e < h.count; e++) {
    const at = e * AMOUNTS_PER_EVENT
    if (table.fromAsset[e] !== cash) quantity(at + FROM, h.fromUnits[e]!, h.fromRest[e]!)
    if (table.toAsset[e] !== cash) quantity(at + TO, h.toUnits[e]!, h.toRest[e]!)
    const kind = h.kind[e]
    if (kind === BUY || kind === SPEND) {
      value(at + FROM_VALUE, h.cents[e]!)
      table.known[e]! |= FROM_VALUE_KNOWN
    }
    if (kind === SELL || kind === TRADE || kind === INCOME) {
      value(at + TO_VALUE, h.cents[e]!)
      table.known[e]! |= TO_VALUE_KNOWN
    }
    if (h.feeCents[e] !== 0) {
      value(at + FEE_VALUE, h.feeCents[e]!)
      table.known[e]! |= FEE_VALUE_KNOWN
      table.feeAsset[e] = kind === TRANSFER ? h.fromAsset[e]! : cash
      if (kind === TRANSFER) quantity(at + FEE, h.feeUnits[e]!, 0)
      else value(at + FEE, h.feeCents[e]!)
    }
  }
  return table
}

/** The same history as the transactions of the schema, one after the other. */
export function* transactionsOf(h: GeneratedHistory): Generator<InputTransaction> {
  for (let e = 0; e < h.count; e++) {
    const kind = h.kind[e]!
    const [type, sub_type] = TYPES[kind]!
    const cents = centsText(h.cents[e]!)
    const hasFee = h.feeCents[e] !== 0
    yield {
      id: `t${e}`,
      at: new Date(h.at[e]!).toISOString(),
      type,
      sub_type,
      account: h.accounts[h.account[e]!]!,
      ...(kind === TRANSFER ? { to_account: h.accounts[h.toAccount[e]!]! } : {}),
      ...(kind === BUY ? { from_currency: 'USD', from_amount: cents } : {}),
      ...(kind !== BUY && h.fromAsset[e] !== -1
        ? {
            from_currency: h.assets[h.fromAsset[e]!]!,
            from_amount: quantityText(h.fromUnits[e]!, h.fromRest[e]!),
            ...(kind === SPEND ? { from_value: cents } : {}),
          }
        : {}),
      ...(kind === SELL ? { to_currency: 'USD', to_amount: cents } : {}),
      ...(h.toAsset[e] === -1
        ? {}
        : {
            to_currency: h.assets[h.toAsset[e]!]!,
            to_amount: quantityText(h.toUnits[e]!, h.toRest[e]!),
            ...(kind === BUY ? {} : { to_value: cents }),
          }),
      ...(hasFee && kind !== TRANSFER ? { fee_currency: 'USD', fee_amount: centsText(h.feeCents[e]!) } : {}),
      ...(hasFee && kind === TRANSFER
        ? {
            fee_currency: h.assets[h.fromAsset[e]!]!,
            fee_amount: quantityText(h.feeUnits[e]!, 0),
            fee_value: centsText(h.feeCents[e]!),
          }
        : {}),
    }
  }
}
