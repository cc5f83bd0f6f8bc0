import type { AssetId } from '@lotbook/journal'
import { decimal, isNegative, isZero, shareOutAll, sum, toUnits } from '@lotbook/money'
import { absoluteAmount, addAmounts, type Amount, isZeroAmount, noAmount } from '../../reading/amount-text.ts'
import {
  type Collector,
  type Draft,
  type DraftLeg,
  earliest,
  exchangeType,
  renameType,
} from '../../reading/collector.ts'
import { netByAsset } from '../../reading/net-by-asset.ts'
import { loneLeg } from '../../reading/event-parts.ts'
import { isOfConversion } from './conversions.ts'
import { feeLegOf, type LedgerEntry, worthOfEntries } from './ledger-entry.ts'

/** Reads the entries of one refid that trade one asset for another: fills are added up, fees are taken out. */
export function readTrade(ledgers: readonly LedgerEntry[], out: Collector): void {
  const legs = netByAsset(ledgers)
  const gave = legs.filter(({ amount }) => isNegative(amount.value))
  const got = legs.filter(({ amount }) => !isNegative(amount.value))
  const [from] = gave
  const [to] = got
  const fees = feesOf(ledgers)
  const rows = ledgers.map(({ record }) => record)

  if (legs.length === 0 && fees.length === 0) return out.skip(rows, 'internal_transfer')
  if (from !== undefined && to !== undefined && gave.length === 1 && got.length === 1) {
    const value = worthOfTrade(ledgers, from.asset, to.asset)
    return out.addWithFees(rows, { ...head(ledgers), ...sides(ledgers, from, to), value }, fees)
  }
  if (to !== undefined && got.length === 1 && gave.length > 1 && splitByValue(ledgers, to, out)) return
  for (const ledger of ledgers) readAlone(ledger, out)
}

function head(ledgers: readonly LedgerEntry[]): Pick<Draft, 'at' | 'externalId' | 'group'> {
  // A conversion with two refids goes by the refid of the units given.
  const refid = (ledgers.find(({ amount }) => isNegative(amount.value)) ?? ledgers[0])?.refid ?? ''
  return { at: earliest(ledgers.map(({ at }) => at)), externalId: refid, group: refid || null }
}

function sides(
  ledgers: readonly LedgerEntry[],
  from: DraftLeg,
  to: DraftLeg,
): Pick<Draft, 'type' | 'from' | 'to' | 'flags'> {
  const isConversion = ledgers.some(isOfConversion)
  // A delisted asset paid out in cash is sold, whatever the conversion is called.
  const type = isConversion ? renameType(from.asset, to.asset) : exchangeType(from.asset, to.asset)
  return { type, from, to, flags: ledgers.some(({ type }) => type === 'settled') ? ['margin'] : [] }
}

/** The value of the asset received, else of the asset given (R-TRD-1). A side in dollars is its own value. */
function worthOfTrade(ledgers: readonly LedgerEntry[], from: AssetId, to: AssetId): Draft['value'] {
  if (from === 'USD' || to === 'USD') return null
  const worthOf = (asset: AssetId) =>
    worthOfEntries(ledgers.filter((ledger) => ledger.asset === asset && !isZeroAmount(ledger.amount)))
  return worthOf(to) ?? worthOf(from)
}

/** Fees that entries state, by asset. */
function feesOf(ledgers: readonly LedgerEntry[]): DraftLeg[] {
  const fees = new Map<AssetId, Amount>()
  for (const { feeAsset, fee } of ledgers)
    if (fee !== null && !isZeroAmount(fee))
      fees.set(feeAsset, addAmounts(fees.get(feeAsset) ?? noAmount, fee))
  return [...fees].map(([asset, amount]) => ({ asset, amount }))
}

/**
 * A dust sweep: many assets go, one arrives. What arrived, and what that cost, is shared out by the dollar values of the
 * rows; without them nobody can say which asset brought how much.
 */
function splitByValue(ledgers: readonly LedgerEntry[], to: DraftLeg, out: Collector): boolean {
  const given = ledgers
    .filter(({ amount }) => isNegative(amount.value))
    .toSorted((a, b) => (a.txid < b.txid ? -1 : 1))
  const received = ledgers.filter(({ amount }) => !isNegative(amount.value))
  const values = given.map(({ usd }) => (usd === null ? undefined : absoluteAmount(usd).value))
  const known = values.filter((value) => value !== undefined)
  if (known.length < given.length || isZero(sum(known))) return false

  const scale = Math.max(...known.map((value) => value.scale))
  const weights = known.map((value) => toUnits(value, scale))
  const split = ({ value, places }: Amount): Amount[] =>
    shareOutAll(toUnits(value, places), weights).map((units) => ({ value: decimal(units, places), places }))
  const sharesOf = ({ asset, amount }: DraftLeg): DraftLeg[] =>
    split(amount).map((share) => ({ asset, amount: share }))
  const shares = sharesOf(to)
  const sharedFees = feesOf(received).map(sharesOf)
  const worth = worthOfEntries(received)
  const worths = worth ? split(worth.amount) : []
  given.forEach((ledger, i) => {
    const share = shares[i]
    if (share === undefined) return
    const from = { asset: ledger.asset, amount: ledger.amount }
    const own = feeLegOf(ledger)
    out.addWithFees(
      [ledger.record, ...received.map(({ record }) => record)].toSorted((a, b) => a.number - b.number),
      {
        ...head(ledgers),
        ...sides([ledger], from, share),
        value: worths[i] === undefined ? null : { amount: worths[i], currency: 'USD' },
        part: i === 0 ? null : ledger.txid,
        flags: ['split_by_value'],
      },
      [...(own === null ? [] : [own]), ...sharedFees.flatMap((fees) => fees[i] ?? [])],
    )
  })
  return true
}

/** A leg whose other side is not in the file, or cannot be told. */
function readAlone(ledger: LedgerEntry, out: Collector): void {
  // Under the name of its trade, which an overlapping export may tell whole.
  const event =
    ledger.refid === '' || ledger.txid === '' ? {} : { group: ledger.refid, part: loneLeg(ledger.txid) }
  const base = { at: ledger.at, externalId: ledger.txid, flags: ['ungrouped'], ...event }
  const fee = feeLegOf(ledger)
  const leg = { asset: ledger.asset, amount: ledger.amount }
  const value = worthOfEntries([ledger])
  if (isZeroAmount(ledger.amount)) {
    if (fee === null || isZeroAmount(fee.amount)) return out.skip([ledger.record], 'zero_amount')
    return out.add([ledger.record], { ...base, type: 'outgoing', subType: 'fee', from: fee })
  }
  out.note(
    ledger.record,
    'ungrouped',
    `The other side of this ${ledger.type} (refid ${ledger.refid}) could not be determined`,
  )
  return isNegative(ledger.amount.value)
    ? out.add([ledger.record], { ...base, type: 'outgoing', subType: 'sent', from: leg, fee, value })
    : out.add([ledger.record], { ...base, type: 'incoming', subType: 'received', to: leg, fee, value })
}
