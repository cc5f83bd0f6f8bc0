import { declaredPairs } from '@lotbook/rules'
import type { CalculationSettings } from '../schema/calculation-input.ts'
import { AMOUNTS_PER_EVENT, FROM, NONE, TO, type EventTable } from './event-table.ts'

/** Two assets that were exchanged one for one, and in how many trades. */
export interface OneForOne {
  readonly from: string
  readonly to: string
  readonly trades: number
}

/** More are not looked at by anybody. */
const MOST = 20

/**
 * Assets that only ever were exchanged one for one, and that nobody declared: what may be a token and what it stands for.
 * Whether it is, is for its owner to say. The most frequent first, at most 20.
 */
export function exchangedOneForOne(table: EventTable, settings: CalculationSettings): readonly OneForOne[] {
  const isDeclared = declaredPairs(settings)
  const found = new Map<string, { from: string; to: string; trades: number; isEven: boolean }>()
  for (let e = 0; e < table.count; e++) {
    if (table.jurisdiction.treatments[table.treatment[e]!]!.type !== 'trade') continue
    const [a, b] = [table.fromAsset[e]!, table.toAsset[e]!]
    if (a === NONE || b === NONE || a === b || table.isCash[a] === 1 || table.isCash[b] === 1) continue
    const [from, to] = [table.assets[a]!, table.assets[b]!]
    const gave = table.amounts.text(e * AMOUNTS_PER_EVENT + FROM, table.scales[a]!)
    const got = table.amounts.text(e * AMOUNTS_PER_EVENT + TO, table.scales[b]!)
    const isEven = gave === got && gave !== '0'
    // Whichever went first: unwrapping is the same pair.
    const name = a < b ? `${a} ${b}` : `${b} ${a}`
    const known = found.get(name)
    if (known === undefined) {
      if (!isDeclared(from, to)) found.set(name, { from, to, trades: 1, isEven })
    } else {
      known.trades += 1
      known.isEven &&= isEven
    }
  }
  return [...found.values()]
    .filter((pair) => pair.isEven)
    .sort((x, y) => y.trades - x.trades)
    .slice(0, MOST)
    .map(({ from, to, trades }) => ({ from, to, trades }))
}
