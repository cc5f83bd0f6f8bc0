import { isFiat, isStablecoin, tickerOf } from '@lotbook/journal'
import { formatDecimal, isNegative, negate } from '@lotbook/money'
import {
  absoluteAmount,
  type Amount,
  amountText,
  isZeroAmount,
  noAmount,
  subtractAmounts,
} from '../../reading/amount-text.ts'
import type { Collector, Draft } from '../../reading/collector.ts'
import { feeLegOf, FORKS, type LedgerEntry, worthOfEntries } from './ledger-entry.ts'

const EARN = /^(?:migration|allocation|deallocation|autoallocate|autoallocation)$/
const STAKING = /^(?:spottostaking|spotfromstaking|stakingtospot|stakingfromspot)$/
const FUTURES = /^(?:spottofutures|spotfromfutures)$/

const isStaking = ({ type, subtype }: LedgerEntry): boolean =>
  (type === 'earn' && EARN.test(subtype)) || (type === 'transfer' && STAKING.test(subtype))

const isFutures = ({ type, subtype }: LedgerEntry): boolean => type === 'transfer' && FUTURES.test(subtype)

/** True of an entry that says it moved an asset between two wallets of the account. */
export const isMoveInside = (ledger: LedgerEntry): boolean => isStaking(ledger) || isFutures(ledger)

/**
 * The entries with a name for moves of rewards that have none, as those of early 2024: two of a second, of one asset and of opposite
 * amounts, are the ends of one. An entry alone may be a reward, and stays without.
 */
export function withMovesNamed(ledgers: readonly LedgerEntry[]): LedgerEntry[] {
  const ends = new Set<LedgerEntry>()
  const bare = ledgers.filter(({ type, subtype }) => type === 'earn' && subtype === '')
  const alike = Map.groupBy(bare, ({ at, asset, amount }) =>
    [Math.floor(at / 1000), asset, formatDecimal(absoluteAmount(amount).value)].join(' '),
  )
  for (const entries of alike.values()) {
    const [gone, arrived] = [entries.filter(isGone), entries.filter((entry) => !isGone(entry))]
    for (const [i, entry] of gone.entries()) {
      const other = arrived[i]
      if (other !== undefined) ends.add(entry).add(other)
    }
  }
  return ledgers.map((ledger) => (ends.has(ledger) ? { ...ledger, subtype: 'migration' } : ledger))
}

/**
 * Reads moves between wallets of the account. A move has two ends. Staking has both in the ledger; futures have one, and what went there
 * comes back later. What comes without having gone is a credit; what went and is not back is noted, and counts as still there.
 */
export function readMovesInside(ledgers: readonly LedgerEntry[], out: Collector): void {
  for (const ofAsset of Map.groupBy(ledgers, ({ asset }) => asset).values()) {
    readStaking(ofAsset.filter(isStaking), out)
    readFutures(ofAsset.filter(isFutures), out)
  }
}

/** The two ends of a move into or out of staking are seldom further apart. */
const APART_MS = 7 * 86_400_000

function readStaking(ledgers: readonly LedgerEntry[], out: Collector): void {
  const gone = ledgers.filter(isGone)
  const times = gone.map(({ at }) => at).toSorted((a, b) => a - b)
  const refids = new Set(gone.map(({ refid }) => refid))
  const arrived = ledgers.filter((ledger) => !isGone(ledger) && !isZeroAmount(ledger.amount))
  const arrivals = arrived.map(({ at }) => at).toSorted((a, b) => a - b)
  const arrivedAs = new Set(arrived.map(({ refid }) => refid))
  for (const ledger of ledgers) {
    const { record, at, refid, amount, asset } = ledger
    if (isZeroAmount(amount)) {
      skipMove(ledger, out)
    } else if (isGone(ledger)) {
      if (!arrivedAs.has(refid) && !isNear(arrivals, at))
        out.note(record, 'one_end', notBack(absoluteAmount(amount), asset, 'was moved inside the account'))
      skipMove(ledger, out)
    } else if (refids.has(refid) || isNear(times, at)) skipMove(ledger, out)
    else credit(ledger, amount, out)
  }
}

const isGone = ({ amount }: LedgerEntry): boolean => isNegative(amount.value)

/** True where one of the times, in their order, is near. */
function isNear(times: readonly number[], at: number): boolean {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < at - APART_MS) low = middle + 1
    else high = middle
  }
  const first = times[low]
  return first !== undefined && first <= at + APART_MS
}

function readFutures(ledgers: readonly LedgerEntry[], out: Collector): void {
  let there: Amount = noAmount
  let last: LedgerEntry | undefined
  for (const ledger of ledgers.toSorted((a, b) => a.at - b.at || Number(isGone(b)) - Number(isGone(a)))) {
    if (isGone(ledger)) {
      there = subtractAmounts(there, ledger.amount)
      last = ledger
      skipMove(ledger, out)
      continue
    }
    if (isZeroAmount(there)) {
      if (isZeroAmount(ledger.amount)) skipMove(ledger, out)
      else credit(ledger, ledger.amount, out)
      continue
    }
    const left = subtractAmounts(there, ledger.amount)
    there = isNegative(left.value) ? noAmount : left
    if (isNegative(left.value)) gain(ledger, { ...left, value: negate(left.value) }, out)
    else skipMove(ledger, out)
  }
  if (last !== undefined && !isZeroAmount(there))
    out.note(last.record, 'one_end', notBack(there, last.asset, 'went to futures'))
}

function notBack(amount: Amount, asset: string, what: string): string {
  return `${amountText(amount)} ${tickerOf(asset)} ${what} and its other end is not in these records: it counts as still yours`
}

/** Skips a move inside Kraken; its fee was paid all the same, and counts. */
function skipMove({ record, fee, feeAsset, at, txid }: LedgerEntry, out: Collector): void {
  if (fee === null || isZeroAmount(fee) || isNegative(fee.value))
    return out.skip([record], 'internal_transfer')
  return out.add([record], {
    at,
    externalId: txid,
    type: 'outgoing',
    subType: 'fee',
    from: { asset: feeAsset, amount: fee },
  })
}

/** More came back from futures than went there. */
function gain(ledger: LedgerEntry, amount: Amount, out: Collector): void {
  const { record, at, txid, asset } = ledger
  const message = `${amountText(amount)} ${tickerOf(asset)} more came back from futures than went there: read as a gain`
  out.note(record, 'one_end', message)
  out.add([record], {
    at,
    externalId: txid,
    type: 'incoming',
    subType: 'margin_gain',
    to: { asset, amount },
    fee: feeLegOf(ledger),
    flags: ['review'],
  })
}

/** Assets that positions in futures are held by: what comes back of them was most likely sent before these records begin. */
const COLLATERAL: ReadonlySet<string> = new Set(['BTC', 'ETH', 'LTC', 'XRP', 'BCH', 'SOL', 'ADA', 'DOT'])

/** An asset that came from inside without having gone there: new coins of a fork or an airdrop, or a return of what went earlier. */
function credit(ledger: LedgerEntry, amount: Amount, out: Collector): void {
  const { record, at, txid, asset, fee } = ledger
  out.note(record, 'one_end', `This ${ledger.subtype} has no other end in these records: read as a credit`)
  out.add([record], {
    at,
    externalId: txid,
    type: 'incoming',
    subType: creditType(ledger),
    to: { asset, amount },
    fee: fee === null ? null : { asset, amount: fee },
    value: worthOfEntries([ledger]),
    flags: ['review'],
  })
}

function creditType(ledger: LedgerEntry): Draft['subType'] {
  const { asset } = ledger
  if (isStaking(ledger) || isFiat(asset) || isStablecoin(asset) || COLLATERAL.has(asset)) return 'received'
  return FORKS.has(asset) ? 'fork' : 'airdrop'
}
