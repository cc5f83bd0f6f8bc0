import { isNegative } from '@lotbook/money'
import { absoluteAmount } from '../amount-text.ts'
import { type Row, UnreadableCell } from '../row.ts'
import { coinbaseType } from './transaction-type.ts'

/** Two rows of one event. */
export interface Paired {
  readonly minus: Row
  readonly plus: Row
  readonly kind: 'swap' | 'trade'
  readonly externalId: string
}

/** Trades on the built-in exchange are written as two rows up to this far apart. */
const DEX_WINDOW_MS = 10_000

interface Candidate {
  readonly row: Row
  readonly at: number
  readonly isMinus: boolean
  readonly kind: 'migration' | 'dex' | 'eth2'
  /** What both rows of a pair must share. */
  readonly key: string
}

/**
 * Which rows are the two halves of one event: migrations at the same time, trades on the built-in exchange
 * up to ten seconds apart, and ETH2 sent while as much ETH arrives in the same second (a rename, no sale).
 */
export function pairRows(rows: readonly Row[]): { pairs: Paired[]; single: Row[] } {
  const waiting = new Map<string, { minus: Candidate[]; plus: Candidate[] }>()
  const pairs: Paired[] = []
  const taken = new Set<Row>()
  const candidates = rows.flatMap((row) => candidate(row) ?? []).toSorted((a, b) => a.at - b.at)

  for (const next of candidates) {
    const open = waiting.get(next.key) ?? { minus: [], plus: [] }
    waiting.set(next.key, open)
    const others = next.isMinus ? open.plus : open.minus
    const window = next.kind === 'dex' ? DEX_WINDOW_MS : 999
    // In order of time: what is too old for this row is too old for every later one.
    while (others[0] !== undefined && next.at - others[0].at > window) others.shift()
    const other = others.shift()
    if (other === undefined) {
      ;(next.isMinus ? open.minus : open.plus).push(next)
      continue
    }
    const [minus, plus] = next.isMinus ? [next.row, other.row] : [other.row, next.row]
    taken.add(minus).add(plus)
    pairs.push({ minus, plus, kind: next.kind === 'dex' ? 'trade' : 'swap', externalId: minus.text('ID') })
  }
  return { pairs, single: rows.filter((row) => !taken.has(row)) }
}

function candidate(row: Row): Candidate | undefined {
  const type = coinbaseType(row.text('Transaction Type'))
  const asset = row.text('Asset').toUpperCase()
  const isEth = asset === 'ETH' || asset === 'ETH2'
  const isMove = /^(?:send|receive)$/i.test(row.text('Transaction Type'))
  if (type?.kind !== 'migration' && type?.kind !== 'dex' && !(isEth && isMove)) return undefined
  try {
    const at = row.time('Timestamp')
    const quantity = row.requiredAmount('Quantity Transacted')
    if (type?.kind === 'migration' || type?.kind === 'dex') {
      return { row, at, isMinus: isNegative(quantity.value), kind: type.kind, key: type.kind }
    }
    const { units, scale } = absoluteAmount(quantity).value
    const isMinus = /^send$/i.test(row.text('Transaction Type'))
    // Only the way from ETH2 to ETH: plain ETH moving out and in within a second is something else.
    if (isMinus !== (asset === 'ETH2')) return undefined
    return { row, at, isMinus, kind: 'eth2', key: `eth2 ${Math.floor(at / 1000)} ${units}e-${scale}` }
  } catch (error) {
    // The row's own reading reports it.
    if (error instanceof UnreadableCell) return undefined
    throw error
  }
}
