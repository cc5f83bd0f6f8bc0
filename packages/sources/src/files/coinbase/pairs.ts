import { isNegative } from '@lotbook/money'
import { absoluteAmount } from '../../reading/amount-text.ts'
import { UnreadableValue } from '../../reading/unreadable-value.ts'
import { coinbaseType } from '../../providers/coinbase/transaction-type.ts'
import type { Row } from '../reader/row.ts'

/** Two rows of one event. */
export interface Paired {
  readonly minus: Row
  readonly plus: Row
  readonly kind: 'swap' | 'trade'
  /** Other rows could have been the other half just as well. */
  readonly isByOrder: boolean
  readonly externalId: string
}

/** Trades on the built-in exchange are written as two rows up to this far apart. */
const DEX_WINDOW_MS = 10_000

interface Candidate {
  readonly row: Row
  readonly at: number
  readonly isMinus: boolean
  readonly kind: 'migration' | 'dex' | 'eth2'
  /** Keys that both rows of a pair must share, the most distinctive first. */
  readonly keys: readonly string[]
}

/**
 * Pairs rows that are the two halves of one event: migrations of one second, of one quantity if there are such, trades
 * on the built-in exchange up to ten seconds apart, and ETH2 sent while as much ETH arrives in the same second (a
 * rename, no sale).
 */
export function pairRows(rows: readonly Row[]): { pairs: Paired[]; single: Row[] } {
  const pairs: Paired[] = []
  let left = rows.flatMap((row) => candidate(row) ?? []).toSorted((a, b) => a.at - b.at)
  for (const turn of [0, 1]) {
    const found = pairsBy(left, (one) => one.keys[turn])
    pairs.push(...found)
    const taken = new Set(found.flatMap(({ minus, plus }) => [minus, plus]))
    left = left.filter(({ row }) => !taken.has(row))
  }
  const taken = new Set(pairs.flatMap(({ minus, plus }) => [minus, plus]))
  return { pairs, single: rows.filter((row) => !taken.has(row)) }
}

function pairsBy(candidates: readonly Candidate[], keyOf: (one: Candidate) => string | undefined): Paired[] {
  const pairs: Paired[] = []
  for (const [key, alike] of Map.groupBy(candidates, keyOf)) {
    if (key === undefined) continue
    const sides = [alike.filter(({ isMinus }) => isMinus), alike.filter(({ isMinus }) => !isMinus)]
    const isByOrder = sides.every(({ length }) => length > 1)
    const waiting: { minus: Candidate[]; plus: Candidate[] } = { minus: [], plus: [] }
    for (const next of alike) {
      const others = next.isMinus ? waiting.plus : waiting.minus
      // In order of time: what is too old for this row is too old for every later one.
      while (others[0] !== undefined && next.at - others[0].at > DEX_WINDOW_MS) others.shift()
      const other = others.shift()
      if (other === undefined) {
        ;(next.isMinus ? waiting.minus : waiting.plus).push(next)
        continue
      }
      const [minus, plus] = next.isMinus ? [next.row, other.row] : [other.row, next.row]
      pairs.push({
        minus,
        plus,
        kind: next.kind === 'dex' ? 'trade' : 'swap',
        isByOrder: next.kind === 'migration' && isByOrder,
        externalId: minus.text('ID'),
      })
    }
  }
  return pairs
}

function candidate(row: Row): Candidate | undefined {
  const typeText = row.text('Transaction Type')
  const type = coinbaseType(typeText)
  const asset = row.text('Asset').toUpperCase()
  const isEth = asset === 'ETH' || asset === 'ETH2'
  const isMove = /^(?:send|receive)$/i.test(typeText)
  if (type?.kind !== 'migration' && type?.kind !== 'dex' && !(isEth && isMove)) return undefined
  try {
    const at = row.time('Timestamp')
    const quantity = row.requiredAmount('Quantity Transacted')
    const { units, scale } = absoluteAmount(quantity).value
    const second = Math.floor(at / 1000)
    const known = { row, at, isMinus: isNegative(quantity.value) }
    if (type?.kind === 'dex') return { ...known, kind: 'dex', keys: ['dex'] }
    const keys = [`${second} ${units}e-${scale}`, String(second)]
    // ETH2 only ever goes, also in reports whose quantities have no sign.
    if (type?.kind === 'migration')
      return { ...known, isMinus: known.isMinus || asset === 'ETH2', kind: 'migration', keys }
    const isMinus = /^send$/i.test(typeText)
    // Only the way from ETH2 to ETH: plain ETH moving out and in within a second is something else.
    if (isMinus !== (asset === 'ETH2')) return undefined
    return { ...known, isMinus, kind: 'eth2', keys: [`eth2 ${keys[0]}`] }
  } catch (error) {
    // The row's own reading reports it.
    if (error instanceof UnreadableValue) return undefined
    throw error
  }
}
