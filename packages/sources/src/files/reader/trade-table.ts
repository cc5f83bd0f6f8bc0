import type { FileFormat } from './csv-format.ts'
import type { EventTable } from './event-declaration.ts'
import { eventTable } from './event-table.ts'
import { traded, type WordColumn, type Words } from './words.ts'

/** A table of trades: each row buys or sells one asset for another. */
export interface TradeTable extends Omit<EventTable, 'type' | 'words'> {
  readonly side: {
    readonly column: WordColumn
    readonly buy: string | readonly string[]
    readonly sell: string | readonly string[]
  }
  /** Words of rows that are no trade. */
  readonly words?: Words
}

/** The format that reads a declared table of trades. A side that is neither buy nor sell is flagged and noted. */
export function tradeTable({ side, words, ...table }: TradeTable): FileFormat {
  const wordsOf = (text: string | readonly string[], meaning: 'buy' | 'sell'): Words =>
    Object.fromEntries([text].flat().map((word) => [word.toLowerCase(), traded(meaning)]))
  return eventTable({
    ...table,
    type: side.column,
    words: { ...words, ...wordsOf(side.buy, 'buy'), ...wordsOf(side.sell, 'sell') },
  })
}
