import type { TransactionType } from './transaction-type.ts'

/** What a total order over transactions of one instant is made of: content alone, never an import order or a random id. */
export interface OrderKey {
  /** Milliseconds UTC. */
  readonly at: number
  readonly type: TransactionType | 'transfer'
  readonly accountKey: string
  /** The provider's own sequence (block and log index, ledger number), or null. */
  readonly sequence: string | null
  readonly fingerprint: string
}

/**
 * Source order: instant, then kind (what brings in, what moves, what takes out), account key, the provider's
 * sequence, fingerprint. Different transactions never tie, so no order of import can be seen in a result.
 */
export function bySourceOrder(a: OrderKey, b: OrderKey): number {
  return (
    a.at - b.at ||
    kindRank(a.type) - kindRank(b.type) ||
    compareText(a.accountKey, b.accountKey) ||
    compareText(a.sequence ?? '', b.sequence ?? '') ||
    compareText(a.fingerprint, b.fingerprint)
  )
}

/** 0 brings in, 1 moves or exchanges, 2 takes out. */
export function kindRank(type: TransactionType | 'transfer'): 0 | 1 | 2 {
  switch (type) {
    case 'buy':
    case 'incoming':
      return 0
    case 'sell':
    case 'outgoing':
      return 2
    default:
      return 1
  }
}

/** By code unit, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
