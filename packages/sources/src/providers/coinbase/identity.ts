import type { Instant } from '@lotbook/journal'
import { absoluteAmount, type Amount } from '../../reading/amount-text.ts'
import type { RecordIdentity } from '../../reading/record.ts'
import { coinbaseTicker } from './assets.ts'

/**
 * The identity of a movement: its moment, asset, direction and quantity. Older reports have no ID, and people import old history
 * again from a newer report or by key: nothing may then be there twice.
 */
export function coinbaseIdentity(movement: {
  readonly at: Instant
  /** Coinbase's own code of the asset. */
  readonly code: string
  readonly isOut: boolean
  readonly quantity: Amount
}): RecordIdentity {
  const { at, code, isOut, quantity } = movement
  const { units, scale } = absoluteAmount(quantity).value
  const content = `${Math.floor(at / 1000)}|${coinbaseTicker(code)}|${isOut ? 'out' : 'in'}|${units}e-${scale}`
  return { kind: 'coinbase-report', nativeId: null, content }
}
