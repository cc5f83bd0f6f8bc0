import type { AssetId, Instant } from '@lotbook/journal'
import { absolute, compare, formatDecimal, isNegative, negate } from '@lotbook/money'
import { absoluteAmount, addAmounts, type Amount, noAmount } from '../../reading/amount-text.ts'
import type { Collector, Draft, DraftLeg } from '../../reading/collector.ts'
import { netByAsset } from '../../reading/net-by-asset.ts'
import { UnreadableValue } from '../../reading/unreadable-value.ts'
import type { Row } from './row.ts'

/** A row that moved an asset one way, which a later row can take back. */
export interface Move {
  readonly row: Row
  readonly at: Instant
  readonly asset: AssetId
  /** Below zero where it left. */
  readonly amount: Amount
  /** Never below zero. */
  readonly fees: readonly DraftLeg[]
  /** Ids that a row shares with the one it takes back. */
  readonly references: readonly string[]
  /** True where the row itself tells that it takes something back. */
  readonly saysBack: boolean
  readonly texts: Pick<Draft, 'externalId' | 'txHash' | 'comment'>
}

/** Words of a remark by which a row takes an earlier one back. */
export const SAYS_BACK = /cancel|fail|revers|refund|reject|returned/i

/** A row that names no id takes back what is not older than this: a bank returns a payment within as many days. */
const LONGEST_MS = 90 * 86_400_000

/**
 * Reads rows that were taken back: a later row moves the same amount of the asset the other way, under an id of the first or with words
 * that say so. Nothing moved, so both are skipped; the part of the fee that was not given back was spent.
 *
 * @returns the rows that are read.
 */
export function readTakenBack(moves: readonly Move[], out: Collector): ReadonlySet<Row> {
  const done = new Set<Row>()
  const open = new Map<string, Move[]>()
  for (const move of moves.toSorted(inOrder)) {
    const first = keysOf(move)
      .looked.flatMap((key) => open.get(key) ?? [])
      .findLast((other) => !done.has(other.row) && isTakenBack(other, move))
    const left = first && feesLeft(first, move)
    if (first !== undefined && left !== undefined) {
      done.add(first.row).add(move.row)
      readBoth(first, move, left, out)
      continue
    }
    for (const key of keysOf(move).stored) {
      const waiting = open.get(key)
      if (waiting === undefined) open.set(key, [move])
      else waiting.push(move)
    }
  }
  return done
}

/** The moves among rows; a row that cannot be read is left to its own reading, which reports it. */
export function movesOf(rows: readonly Row[], moveOf: (row: Row) => Move | undefined): Move[] {
  return rows.flatMap((row) => {
    try {
      return moveOf(row) ?? []
    } catch (error) {
      if (!(error instanceof UnreadableValue)) throw error
      return []
    }
  })
}

const inOrder = (a: Move, b: Move): number =>
  a.at - b.at || Number(a.saysBack) - Number(b.saysBack) || a.row.number - b.row.number

/** Names under which a move waits for the one that takes it back, and those under which such a one looks for it. */
function keysOf({ asset, amount, fees, references, saysBack }: Move) {
  const byAmount = (each: Amount) => `${asset} ${formatDecimal(absolute(each.value))}`
  const byId = references.flatMap((id) => (id === '' ? [] : [`id ${id}`]))
  const own = byAmount(amount)
  const withFee = byAmount(addAmounts(absoluteAmount(amount), feeIn(asset, fees)))
  return {
    stored: [...new Set([own, withFee, ...byId])],
    looked: saysBack ? [own, ...byId] : byId,
  }
}

function isTakenBack(first: Move, second: Move): boolean {
  if (first.asset !== second.asset || isNegative(first.amount.value) === isNegative(second.amount.value))
    return false
  const isNamed = first.references.some((id) => id !== '' && second.references.includes(id))
  return isNamed || (second.saysBack && second.at - first.at <= LONGEST_MS)
}

/** Fees that were not given back; undefined where the amounts differ, or more came back than was paid. */
function feesLeft(first: Move, second: Move): readonly DraftLeg[] | undefined {
  const { asset } = first
  const paid = feeIn(asset, first.fees)
  const [gone, back] = [absoluteAmount(first.amount), absoluteAmount(second.amount)]
  const isWithFee = compare(addAmounts(gone, paid).value, back.value) === 0
  if (!isWithFee && compare(gone.value, back.value) !== 0) return undefined
  const given = isWithFee ? first.fees.filter((fee) => fee.asset === asset) : second.fees
  const left = netByAsset([
    ...first.fees,
    ...given.map((fee) => ({ ...fee, amount: { ...fee.amount, value: negate(fee.amount.value) } })),
  ])
  return left.some(({ amount }) => isNegative(amount.value)) ? undefined : left
}

function feeIn(asset: AssetId, fees: readonly DraftLeg[]): Amount {
  return fees.reduce((sum, fee) => (fee.asset === asset ? addAmounts(sum, fee.amount) : sum), noAmount)
}

function readBoth(first: Move, second: Move, fees: readonly DraftLeg[], out: Collector): void {
  const rows = [first.row, second.row].toSorted((a, b) => a.number - b.number)
  const [fee, ...more] = fees
  if (fee === undefined) return out.skip(rows, 'taken_back')
  const event = { ...first.texts, at: first.at, flags: ['reversal'] }
  out.addWithFees(rows, { ...event, type: 'outgoing', subType: 'fee', from: fee }, more)
}
