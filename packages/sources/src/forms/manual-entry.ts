import { exchangeOf, type Instant, type SubType, type TransactionType } from '@lotbook/journal'
import { isZero, parseDecimal } from '@lotbook/money'
import { Collector, type Draft, type DraftLeg, SeenNames } from '../reading/collector.ts'
import type { Reading } from '../reading/outcome.ts'
import type { ForeignRecord } from '../reading/record.ts'

/** An amount and its asset, as they were entered. */
export interface EnteredSide {
  readonly asset: string
  readonly amount: string
}

/** A transaction that a person entered into the form, checked: what left, what arrived, what it cost. */
export interface ManualEntry {
  /** Names the entry: the same again is another transaction, for a person may well have bought twice. */
  readonly id: string
  /** 1-based place among the entries of its account. */
  readonly number: number
  readonly at: Instant
  readonly type: TransactionType
  readonly subType: SubType | null
  readonly from: EnteredSide | null
  readonly to: EnteredSide | null
  readonly fee: EnteredSide | null
  /** Name of the exchange or wallet it happened at. */
  readonly exchange: string
  readonly usBased: boolean | null
  readonly comment: string | null
  /** It was there already, and `from` is what it had cost: a purchase on the day it was acquired (E8). */
  readonly isOpeningLot: boolean
}

/** Kind of the record that an entry is. */
export const MANUAL_ENTRY = 'manual-entry'

/**
 * Reads an entry of the form as one transaction. Received and sent have one side; what is entered on the other one is the value. An NFT that
 * was given for something, or got for it, is an exchange like any other (R-TRD-1), and a side of zero is none. Buy, sell and trade
 * are told apart by their assets, as in files.
 */
export function readManualEntry(entry: ManualEntry): Reading {
  const out = new Collector({ exchange: entry.exchange, names: new SeenNames() })
  const { at, usBased, comment, isOpeningLot } = entry
  out.add([recordOf(entry)], {
    at,
    usBased,
    fee: legOf(entry.fee),
    comment: comment ?? (isOpeningLot ? 'Opening lot' : null),
    ...meaningOf(entry),
  })
  const { transactions, skipped, notes, errors, balances } = out
  return { transactions, skipped, notes, errors, balances }
}

function meaningOf({
  type,
  subType,
  from: left,
  to: arrived,
  isOpeningLot,
}: ManualEntry): Pick<Draft, 'type' | 'subType' | 'from' | 'to' | 'value' | 'flags'> {
  const [from, to] = [legOf(left), legOf(arrived)]
  if (isOpeningLot) return { type: 'buy', from, to, flags: ['opening_lot'] }
  switch (type) {
    case 'incoming':
      return { type, subType, to, value: valueOf(from) }
    case 'outgoing':
      return { type, subType, from, value: valueOf(to) }
    case 'nft': {
      const [gave, got] = [unlessZero(from), unlessZero(to)]
      if (subType !== 'nft_mint' && gave !== null && got !== null)
        return { type: exchangeOf(gave.asset, got.asset), from: gave, to: got }
      // The side that the transaction is about stays, whatever was typed into it.
      return subType === 'send' ? { type, subType, from, to: got } : { type, subType, from: gave, to }
    }
    case 'buy':
    case 'sell':
    case 'trade':
      return { type: from && to ? exchangeOf(from.asset, to.asset) : type, from, to }
    default:
      return { type, from, to }
  }
}

function legOf(side: EnteredSide | null): DraftLeg | null {
  const value = side === null ? undefined : parseDecimal(side.amount)
  if (side === null || value === undefined) return null
  return { asset: side.asset, amount: { value, places: value.scale } }
}

function unlessZero(leg: DraftLeg | null): DraftLeg | null {
  return leg === null || isZero(leg.amount.value) ? null : leg
}

function valueOf(leg: DraftLeg | null): Draft['value'] {
  return leg === null ? null : { amount: leg.amount, currency: leg.asset }
}

function recordOf({ id, number }: ManualEntry): ForeignRecord {
  return {
    number,
    origin: { kind: 'form' },
    isDateOnly: false,
    identity: () => ({ kind: MANUAL_ENTRY, nativeId: id, content: '' }),
    amount: () => null,
  }
}
