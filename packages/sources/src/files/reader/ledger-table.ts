import { isNegative } from '@lotbook/money'
import {
  type Collector,
  contentOfDraft,
  type Draft,
  exchangeType,
  unmapped,
} from '../../reading/collector.ts'
import type { FileFormat } from './csv-format.ts'
import type { LedgerTable } from './ledger-declaration.ts'
import { checkRunningBalance, type Entry, entryOf, legsIn, moveOf } from './ledger-entry.ts'
import {
  amountColumn,
  readAlone,
  readFeeRow,
  readFees,
  readTrade,
  sidesOf,
  tradeIdIn,
} from './ledger-trade.ts'
import { withoutRepeats } from './repeats.ts'
import { dateColumnsOf, identityIn, repeatName, timeIn } from './table-declaration.ts'
import { readTakenBack } from './taken-back.ts'
import { columnOfWord, movedBySign, unmappedNote } from './words.ts'

/** The format that reads a declared table of ledger entries. A word that is not declared is flagged, noted and read by its sign. */
export function ledgerTable(table: LedgerTable): FileFormat {
  return {
    ...table,
    dateColumns: dateColumnsOf(table),

    identify(row, sheet) {
      const second = Math.floor(timeIn(table, row, sheet) / 1000)
      const texts = table.content.map((column) => row.text(column))
      const amounts = legsIn(table, row, sheet, 'amount').map((leg) => contentOfDraft(0, leg, null, null))
      return identityIn(table, row, [second, ...texts, ...amounts].join('|'))
    },

    read(rows, sheet, out) {
      const own = withoutRepeats(rows, (row) => repeatName(table, row), out)
      const [first] = own
      const assumed = first && table.assumption?.(sheet)
      if (first !== undefined && assumed !== undefined) out.note(first, 'assumed', assumed)
      const trades = new Map<string, Entry[]>()
      const entries: Entry[] = []
      for (const row of own) out.attempt([row], () => entries.push(...entryOf(table, row, sheet, out)))
      const back = readTakenBack(
        entries.flatMap((entry) => moveOf(table, entry)),
        out,
      )
      for (const entry of entries)
        if (!back.has(entry.row))
          out.attempt([entry.row], () => {
            const key = tradeKey(table, entry)
            if (key === '') return readEntry(table, entry, out)
            const ofTrade = trades.get(key)
            if (ofTrade === undefined) trades.set(key, [entry])
            else ofTrade.push(entry)
          })
      for (const entries of trades.values())
        out.attempt(
          entries.map(({ row }) => row),
          () => readTrade(table, entries, out),
        )
      checkRunningBalance(table, own, sheet, out)
    },
  }
}

/** Groups the sides of a trade and its fee; empty for a row that is an event of its own. */
function tradeKey(table: LedgerTable, { row, meaning }: Entry): string {
  if (meaning?.kind !== 'trade' && meaning?.kind !== 'fee') return ''
  const id = tradeIdIn(table, row)
  return id === '' ? (table.sameTrade?.(row) ?? '') : `id ${id}`
}

/** A row that is an event of its own. */
function readEntry(table: LedgerTable, entry: Entry, out: Collector): void {
  const { row, word, meaning, legs, fees, texts } = entry
  const add = (draft: Pick<Draft, 'type' | 'subType' | 'from' | 'to' | 'flags'>) =>
    out.addWithFees([row], { ...texts, ...draft }, fees)
  if (meaning?.kind === 'trade' && table.tradeId === undefined && table.sameTrade === undefined) {
    const { from, to } = sidesOf(table, entry, meaning.side)
    return add({ type: exchangeType(from.asset, to.asset), from, to })
  }
  const [leg, second] = legs
  if (leg === undefined) {
    if ('asset' in table.amounts) return readFees(entry, out)
    const what = table.market === undefined ? '' : row.text(table.market.column).toUpperCase()
    throw row.problem('missing_amount', amountColumn(table, row), `No amount of ${what || 'any currency'}`)
  }
  // Two that an unknown word moved could be a trade or anything else.
  if (second !== undefined && meaning === undefined)
    throw row.problem('unmapped_type', columnOfWord(table.type, row), `Unknown type: ${word}`)
  if (second !== undefined)
    throw row.problem('two_amounts', columnOfWord(table.type, row), `Two currencies moved by one ${word}`)
  if (meaning?.kind === 'trade') return readAlone(table, entry, out)
  if (meaning?.kind === 'fee') return readFeeRow(entry, leg, out)
  const isMove = meaning !== undefined && meaning.kind !== 'skip'
  const read = isMove ? movedBySign(meaning, leg, table.isSigned === true) : undefined
  if (read !== undefined) return add(read)
  out.note(row, 'unmapped_type', unmappedNote(word, isMove), columnOfWord(table.type, row))
  return add(unmapped(word, leg, isNegative(leg.amount.value)))
}
