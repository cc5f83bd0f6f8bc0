import { compareText } from '@lotbook/journal'
import type { Slot } from '../amounts/amounts.ts'
import { NONE } from '../events/event-table.ts'
import type { Ledger } from '../executing/ledger.ts'
import { LOT_AMOUNTS, LOT_BASIS, LOT_LOSS_BASIS, LOT_QUANTITY, type LotColumns } from './result-table.ts'
import { UNKNOWN_DAY } from '../executing/row-table.ts'

/** Open lots in order of acquisition: pieces of one acquisition in one pool are one row. */
export function lotsLeft(ledger: Ledger): LotColumns {
  const { lots, keys, amounts: from, table: t } = ledger
  const { pieces, places, keyOfRank } = openPieces(ledger)
  /** Index of the first piece of each row. */
  const heads: number[] = []
  for (let n = 0; n < pieces.length; n++) {
    const isFurther =
      n > 0 &&
      places[pieces[n]!] === places[pieces[n - 1]!] &&
      lots.acquisition(pieces[n]!) === lots.acquisition(pieces[n - 1]!)
    if (!isFurther) heads.push(n)
  }
  const count = heads.length
  const amounts = t.newAmounts(LOT_AMOUNTS * count + 1)
  amounts.reserve(LOT_AMOUNTS * count)
  const scratch = amounts.reserve(1)
  const add = (to: Slot, amount: Slot) => {
    amounts.copyFrom(scratch, from, amount)
    amounts.add(to, to, scratch)
  }
  const column = () => new Int32Array(count)
  const [event, asset, account, acquired] = [column(), column(), column(), column()]
  const lossAcquired = column().fill(UNKNOWN_DAY)
  for (let row = 0; row < count; row++) {
    const head = heads[row]!
    const piece = pieces[head]!
    const key = keyOfRank[places[piece]! >> 1]!
    event[row] = lots.acquisition(piece)
    asset[row] = keys.asset(key)
    account[row] = keys.account(key)
    acquired[row] = lots.acquired(piece)
    const loss = lots.lossSlot(piece)
    const slot = row * LOT_AMOUNTS
    amounts.copyFrom(slot + LOT_QUANTITY, from, lots.quantity(piece))
    amounts.copyFrom(slot + LOT_BASIS, from, lots.basis(piece))
    if (loss !== -1) {
      amounts.copyFrom(slot + LOT_LOSS_BASIS, from, loss)
      lossAcquired[row] = lots.lossOf(lots.lotOf(piece))?.acquired ?? UNKNOWN_DAY
    }
    for (let n = head + 1; n < (heads[row + 1] ?? pieces.length); n++) {
      add(slot + LOT_QUANTITY, lots.quantity(pieces[n]!))
      add(slot + LOT_BASIS, lots.basis(pieces[n]!))
      if (loss !== -1) add(slot + LOT_LOSS_BASIS, lots.lossSlot(pieces[n]!))
    }
  }
  return { count, event, asset, account, acquired, lossAcquired, amounts }
}

/**
 * The pieces that lie in pools by what acquired them, then by their pool's asset and account, of one pool those with two bases first. They
 * are counted into their places: a comparison of each with others takes longer than all else that is done with them.
 */
function openPieces({ lots, keys, book, table: t }: Ledger) {
  const nameOf = (key: number) => (keys.account(key) === NONE ? '' : t.accounts[keys.account(key)]!)
  const pools = [...book.pools()].sort(
    (a, b) =>
      compareText(t.assets[keys.asset(a.key)]!, t.assets[keys.asset(b.key)]!) ||
      compareText(nameOf(a.key), nameOf(b.key)),
  )
  const ranks: number[] = []
  pools.forEach(({ id }, rank) => (ranks[id] = rank))
  /** Place of each piece among the pieces of its event; NONE for a piece in no pool. */
  const places = new Int32Array(lots.pairs).fill(NONE)
  const ends = new Int32Array(t.count + 1)
  for (let piece = 0; piece < lots.pairs; piece++) {
    const home = lots.home(piece)
    const rank = home < 0 ? undefined : ranks[home]
    if (rank === undefined) continue
    places[piece] = 2 * rank + (lots.lossSlot(piece) === -1 ? 1 : 0)
    ends[lots.acquisition(piece) + 1]! += 1
  }
  for (let event = 0; event < t.count; event++) ends[event + 1]! += ends[event]!
  const pieces = new Int32Array(ends[t.count]!)
  for (let piece = 0; piece < lots.pairs; piece++)
    if (places[piece] !== NONE) pieces[ends[lots.acquisition(piece)]!++] = piece
  // The offsets of each event's start have moved to its end.
  for (let event = 0; event < t.count; event++) {
    const start = event === 0 ? 0 : ends[event - 1]!
    if (ends[event]! - start > 1) pieces.subarray(start, ends[event]).sort((a, b) => places[a]! - places[b]!)
  }
  return { pieces, places, keyOfRank: pools.map(({ key }) => key) }
}
