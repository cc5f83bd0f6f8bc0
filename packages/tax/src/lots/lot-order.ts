/**
 * Orders of lots (R-LOT-1 to R-LOT-3), as the sign and kind of a key that a heap keeps small at the top. Each is a
 * total order: after the key come the acquisition and the number of the piece, so a run can be repeated. The last two
 * are HIFO and LOFO from their far ends, which is not the other's order: ties differ.
 */
export const FIFO = 0
export const LIFO = 1
export const HIFO = 2
export const LOFO = 3
export const HIFO_FROM_END = 4
export const LOFO_FROM_END = 5
export const LOT_ORDERS = 6
export type LotOrder = 0 | 1 | 2 | 3 | 4 | 5

/** The order that runs the other way, for taking from the far end. */
export function reversed(order: LotOrder): LotOrder {
  switch (order) {
    case FIFO:
      return LIFO
    case LIFO:
      return FIFO
    case HIFO:
      return HIFO_FROM_END
    case LOFO:
      return LOFO_FROM_END
    case HIFO_FROM_END:
      return HIFO
    case LOFO_FROM_END:
      return LOFO
  }
}

/** Whether the order asks what a unit of the lot cost, and not only when it was acquired. */
export function isByCost(order: LotOrder): boolean {
  return order !== FIFO && order !== LIFO
}

/** 1 where a dearer lot goes first, -1 where a cheaper one does. */
export function costSign(order: LotOrder): 1 | -1 {
  return order === HIFO || order === LOFO_FROM_END ? 1 : -1
}

/** 1 where, of lots that cost the same, the earlier goes first; -1 where the later does. */
export function tieSign(order: LotOrder): 1 | -1 {
  return order === HIFO || order === LOFO || order === FIFO ? 1 : -1
}

/** The order of a method; of `spec`, what goes for the units that nobody named. */
export function orderOf(method: 'fifo' | 'lifo' | 'hifo' | 'lofo' | 'spec'): LotOrder {
  switch (method) {
    case 'fifo':
    case 'spec':
      return FIFO
    case 'lifo':
      return LIFO
    case 'hifo':
      return HIFO
    case 'lofo':
      return LOFO
  }
}
