import { isNegative, negate } from '@lotbook/money'
import { absoluteAmount, isZeroAmount, noAmount, parseAmount } from '../../reading/amount-text.ts'
import {
  type Collector,
  contentOfDraft,
  type Draft,
  type DraftLeg,
  exchangeType,
  renameType,
  unmapped,
} from '../../reading/collector.ts'
import { sayNotCounted } from '../../reading/cost-not-counted.ts'
import { netByAsset } from '../../reading/net-by-asset.ts'
import { shown } from '../../reading/shown.ts'
import type { FileFormat } from './csv-format.ts'
import type { EventTable } from './event-declaration.ts'
import { addFeesAlone, addNet, feesIn } from './event-fees.ts'
import { baseLeg, namedPair, quoteLeg, splitIn } from './event-legs.ts'
import type { Pair } from './pairs.ts'
import { withoutRepeats } from './repeats.ts'
import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'
import { readsStatus } from './status.ts'
import { dateColumnsOf, identityIn, repeatName, textOf, textsIn, timeIn } from './table-declaration.ts'
import { type Move, movesOf, readTakenBack, SAYS_BACK } from './taken-back.ts'
import {
  columnOfWord,
  type Meaning,
  meaningIn,
  movedBySign,
  outgoing,
  unmappedNote,
  wordIn,
} from './words.ts'

/** The format that reads a declared table of events. A word that is not declared is flagged, noted and read by its sign. */
export function eventTable(table: EventTable): FileFormat {
  const readRow = rowReader(table)
  return {
    ...table,
    dateColumns: dateColumnsOf(table),

    identify(row, sheet) {
      const leg = baseLeg(table, row, sheet, namedPair(table, row)) ?? { asset: '', amount: noAmount }
      const word = wordIn(table.type, row).toLowerCase()
      return identityIn(table, row, `${word}|${contentOfDraft(timeIn(table, row, sheet), leg, null, null)}`)
    },

    read(rows, sheet, out) {
      const own = withoutRepeats(rows, (row) => repeatName(table, row), out)
      const [first] = own
      const assumed = first && table.assumption?.(sheet)
      if (first !== undefined && assumed !== undefined) out.note(first, 'assumed', assumed)
      const saying = movesOf(own, (row) =>
        SAYS_BACK.test(wordIn(table.type, row)) ? moveOf(table, row, sheet) : undefined,
      )
      // Most files have no such row, and are read once.
      const moves = saying.length === 0 ? [] : movesOf(own, (row) => moveOf(table, row, sheet))
      const back = readTakenBack(moves, out)
      for (const row of own) if (!back.has(row)) out.attempt([row], () => readRow(row, sheet, out))
    },
  }
}

/** A row that moved one asset, which a later row can take back, or that takes an earlier one back by its word. */
function moveOf(table: EventTable, row: Row, sheet: Sheet): Move | undefined {
  const word = wordIn(table.type, row)
  const meaning = meaningIn(table.words, word, row, table.phrases)
  if (meaning?.kind === 'skip' || meaning?.kind === 'trade' || meaning?.kind === 'fee') return undefined
  if (table.skipWhere?.(row) !== undefined) return undefined
  if (table.status !== undefined && !table.status.done.test(row.text(table.status.column))) return undefined
  const base = baseLeg(table, row, sheet, splitIn(table, row))
  if (base === null || isZeroAmount(base.amount)) return undefined
  const moved = meaning && movedBySign(meaning, base, table.isSigned === true)
  const isOut = moved === undefined ? isLeaving(table, row, base) : moved.type === 'outgoing'
  const { value, places } = absoluteAmount(base.amount)
  return {
    ...{
      row,
      at: timeIn(table, row, sheet),
      asset: base.asset,
      references: [],
      saysBack: SAYS_BACK.test(word),
    },
    amount: { value: isOut ? negate(value) : value, places },
    fees: netByAsset(feesIn(table, row, base, null)),
    texts: textsIn(table, row),
  }
}

function rowReader(table: EventTable) {
  return (row: Row, sheet: Sheet, out: Collector): void => {
    const word = wordIn(table.type, row)
    const meaning = meaningIn(table.words, word, row, table.phrases)
    const reason = meaning?.kind === 'skip' ? meaning.reason : table.skipWhere?.(row)
    if (reason !== undefined) return out.skip([row], reason)
    const pair = splitIn(table, row)
    const base = baseLeg(table, row, sheet, pair)
    const isEmpty = base === null || isZeroAmount(base.amount)
    if (table.status !== undefined && !readsStatus(table.status, isEmpty, row, out)) return
    const texts = { at: timeIn(table, row, sheet), ...textsIn(table, row) }
    const value = valueIn(table, row, out)
    for (const column of table.uncounted ?? []) sayUncounted(table, row, column, out)
    return readEvent(table, { row, word, meaning, pair, base, draft: { ...texts, value } }, out)
  }
}

/** Says what a column of costs states: in words where it is no amount of nothing. */
function sayUncounted({ exchange }: EventTable, row: Row, column: string, out: Collector): void {
  const text = row.text(column)
  const amount = parseAmount(amountOf(text))
  if (amount === null || (amount !== undefined && isZeroAmount(amount))) return
  const message = `${exchange} states ${shown(text)} as “${column}”, which is not counted: it does not say whether the amounts hold it. Check the amounts`
  sayNotCounted(out, row, message, column, text)
}

/** The amount in a cell that may have its unit behind it. */
const amountOf = (text: string): string => text.replace(/(?<=\d)\s*[A-Z][A-Z0-9]*$/i, '')

interface Event {
  readonly row: Row
  readonly word: string
  readonly meaning: Meaning | undefined
  readonly pair: Pair | undefined
  readonly base: DraftLeg | null
  readonly draft: Omit<Draft, 'type'>
}

function readEvent(table: EventTable, event: Event, out: Collector): void {
  const { row, word, meaning, draft } = event
  if (meaning?.kind === 'trade') return readTrade(table, event, meaning, out)
  if (meaning === undefined && table.statesBoth?.(row) === true) {
    out.note(row, 'unmapped_type', unmappedNote(word, false), columnOfWord(table.type, row))
    const flags = [`unmapped_type:${word}`]
    return readTrade(table, { ...event, draft: { ...draft, flags } }, { kind: 'trade', side: 'sell' }, out)
  }
  const base = event.base ?? noBase(table, row)
  const fees = feesIn(table, row, base, null)
  if (isZeroAmount(base.amount)) return addFeesAlone(row, draft, netByAsset(fees), out)
  if (meaning?.kind === 'skip') return out.skip([row], meaning.reason)
  const known = meaning?.kind === 'fee' ? outgoing('fee') : meaning
  const read = known && movedBySign(known, base, table.isSigned === true)
  if (read !== undefined) return addNet(row, { ...draft, ...read }, fees, out)
  out.note(row, 'unmapped_type', unmappedNote(word, meaning !== undefined), columnOfWord(table.type, row))
  return addNet(row, { ...draft, ...unmapped(word, base, isLeaving(table, row, base)) }, fees, out)
}

const isLeaving = (table: EventTable, row: Row, base: DraftLeg): boolean =>
  isNegative(base.amount.value) || table.leaves?.(row) === true

function readTrade(
  table: EventTable,
  { row, word, pair, base: found, draft }: Event,
  { side, isRename }: Extract<Meaning, { kind: 'trade' }>,
  out: Collector,
): void {
  const base = found ?? noBase(table, row)
  const isBuy = side === null ? !isNegative(base.amount.value) : side === 'buy'
  const quote = quoteLeg(table, row, pair, base)
  if (quote === null)
    throw row.problem('missing_amount', columnOfWord(table.type, row), `No other side of this ${word}`)
  if (isZeroAmount(base.amount) && isZeroAmount(quote.amount)) return out.skip([row], 'zero_amount')
  if (base.asset === quote.asset)
    throw row.problem(
      'unmapped_type',
      columnOfWord(table.type, row),
      `Both sides of this ${word} are ${base.asset}`,
    )
  const [from, to] = isBuy ? [quote, base] : [base, quote]
  const type = isRename === true ? renameType(from.asset, to.asset) : exchangeType(from.asset, to.asset)
  const group = table.nameTrade?.(out, draft.at, [from, to]) ?? null
  addNet(row, { ...draft, group, type, from, to, base }, feesIn(table, row, base, { quote, isBuy }), out)
}

function valueIn({ value }: EventTable, row: Row, out: Collector): Draft['value'] {
  if (value === undefined) return null
  const columns = [value.amount].flat()
  const column = columns.find((name) => row.text(name) !== '') ?? columns[0] ?? ''
  const amount = out.statedAmount(row, column)
  const currency = textOf(row, value.currency).toUpperCase()
  return amount === null || currency === '' ? null : { amount: absoluteAmount(amount), currency }
}

function noBase({ base, type }: EventTable, row: Row): never {
  const [first] = [base].flat()
  const column = first !== undefined && 'amount' in first ? first.amount : columnOfWord(type, row)
  throw row.problem('missing_amount', column, `${column} is empty`)
}
