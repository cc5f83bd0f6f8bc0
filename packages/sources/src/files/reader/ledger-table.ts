import type { AssetId } from '@lotbook/journal'
import { formatDecimal, isNegative, negate } from '@lotbook/money'
import { absoluteAmount, type Amount, isZeroAmount } from '../../reading/amount-text.ts'
import {
  type Collector,
  contentOfDraft,
  type Draft,
  type DraftLeg,
  earliest,
  exchangeType,
  unmapped,
} from '../../reading/collector.ts'
import { loneLeg } from '../../reading/event-parts.ts'
import { netByAsset } from '../../reading/net-by-asset.ts'
import type { FileFormat } from './csv-format.ts'
import { withoutRepeats } from './repeats.ts'
import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'
import { type Move, readTakenBack, SAYS_BACK } from './taken-back.ts'
import {
  assetIn,
  dateColumnsOf,
  identityIn,
  repeatName,
  type TableDeclaration,
  textsIn,
  timeIn,
} from './table-declaration.ts'
import { type Meaning, meaningIn, moved, type Words } from './words.ts'

/** A table of ledger entries: a row moves an asset by a signed amount, and a word says why. */
export interface LedgerTable extends TableDeclaration {
  readonly type: string
  readonly words: Words
  readonly amounts:
    | { readonly amount: string; readonly asset: string; readonly fee?: string; readonly feeAsset?: string }
    /** Columns for each currency, which the pattern captures from their names. `bare` removes a unit from a cell. */
    | {
        readonly amountColumns: RegExp
        readonly feeColumns: RegExp
        /** What is held of the currency after the row; rows go from the oldest to the newest. */
        readonly balanceColumns?: RegExp
        readonly bare?: (text: string, ticker: string) => string
      }
  /** Columns that tell rows of one moment and amount apart, where the provider gives no id. */
  readonly content: readonly string[]
  /** The pair of a trade, where a row has both of its sides: decides them when the signs do not. */
  readonly market?: { readonly column: string; readonly quotes: readonly string[] }
  /** The column that the rows of one trade share, where each row is one side of it. */
  readonly tradeId?: string
  /** Where a row that takes an earlier one back says so in words, and the columns of ids by which it names that row. */
  readonly takenBack?: { readonly says: string; readonly ids: readonly string[] }
  /** The reason to skip a row, beyond its word. */
  readonly skipWhere?: (row: Row) => string | undefined
}

/** One row of the table under a word that is not skipped. */
interface Entry {
  readonly row: Row
  readonly word: string
  readonly meaning: Meaning | undefined
  readonly legs: readonly DraftLeg[]
  readonly fees: readonly DraftLeg[]
  readonly texts: Pick<Draft, 'at' | 'externalId' | 'txHash' | 'comment'>
}

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
            const id =
              entry.meaning?.kind === 'trade' && table.tradeId !== undefined
                ? entry.row.text(table.tradeId)
                : ''
            if (id === '') return readEntry(table, entry, out)
            const ofTrade = trades.get(id)
            if (ofTrade === undefined) trades.set(id, [entry])
            else ofTrade.push(entry)
          })
      for (const [id, entries] of trades)
        out.attempt(
          entries.map(({ row }) => row),
          () => readTrade(id, entries, out),
        )
    },
  }
}

/** The entry of a row; none of one that is skipped. */
function entryOf(table: LedgerTable, row: Row, sheet: Sheet, out: Collector): Entry[] {
  const word = row.text(table.type)
  const meaning = meaningIn(table.words, word, row)
  const reason = meaning?.kind === 'skip' ? meaning.reason : table.skipWhere?.(row)
  if (reason !== undefined) {
    out.skip([row], reason)
    return []
  }
  const named = (leg: DraftLeg) => ({ ...leg, asset: assetIn(table, leg.asset) })
  const entry = {
    row,
    word,
    meaning,
    legs: legsIn(table, row, sheet, 'amount').map(named),
    // A fee is paid, whichever sign it is written with.
    fees: legsIn(table, row, sheet, 'fee').map((fee) => ({
      ...named(fee),
      amount: absoluteAmount(fee.amount),
    })),
    texts: { at: timeIn(table, row, sheet), ...textsIn(table, row) },
  }
  stateBalances(table, entry, sheet, out)
  return [entry]
}

function stateBalances(table: LedgerTable, { row, texts }: Entry, sheet: Sheet, out: Collector): void {
  const { amounts } = table
  if ('asset' in amounts || amounts.balanceColumns === undefined) return
  for (const name of sheet.header) {
    const ticker = amounts.balanceColumns.exec(name)?.[1]
    if (ticker === undefined) continue
    const held = out.statedAmount(row, name, (text) => amounts.bare?.(text, ticker) ?? text)
    if (held === null) continue
    const asset = assetIn(table, ticker.toUpperCase())
    out.stateBalance({ asset, part: '', at: texts.at, quantity: formatDecimal(held.value) })
  }
}

/** What came in or went out in one asset, which a later row can take back; none of any other entry. */
function moveOf({ takenBack }: LedgerTable, { row, meaning, legs, fees, texts }: Entry): Move[] {
  const [leg, ...more] = legs
  const isMove = meaning?.kind === 'in' || meaning?.kind === 'out'
  if (takenBack === undefined || leg === undefined || more.length > 0 || !isMove) return []
  const { at, ...ids } = texts
  const references = takenBack.ids.map((column) => row.text(column))
  const saysBack = SAYS_BACK.test(row.text(takenBack.says))
  const { value, places } = absoluteAmount(leg.amount)
  const isOut = meaning.kind === 'out' || isNegative(leg.amount.value)
  const amount = { value: isOut ? negate(value) : value, places }
  return [{ row, at, asset: leg.asset, amount, fees, references, saysBack, texts: ids }]
}

/** Legs with a ticker of the file for an asset; cells that are empty or zero have none. */
function legsIn(table: LedgerTable, row: Row, sheet: Sheet, kind: 'amount' | 'fee'): DraftLeg[] {
  const { amounts } = table
  const held = (ticker: string, amount: Amount | null) =>
    amount === null || isZeroAmount(amount) ? [] : [{ asset: ticker.toUpperCase(), amount }]
  if ('asset' in amounts) {
    const column = kind === 'amount' ? amounts.amount : amounts.fee
    if (column === undefined) return []
    const ticker = kind === 'fee' && amounts.feeAsset !== undefined ? row.text(amounts.feeAsset) : ''
    const amount = kind === 'amount' ? row.requiredAmount(column) : row.amount(column)
    return held(ticker || row.requiredText(amounts.asset), amount)
  }
  const pattern = kind === 'amount' ? amounts.amountColumns : amounts.feeColumns
  return sheet.header.flatMap((name) => {
    const ticker = pattern.exec(name)?.[1]
    if (ticker === undefined) return []
    return held(
      ticker,
      row.amount(name, (text) => amounts.bare?.(text, ticker) ?? text),
    )
  })
}

/** A row that is an event of its own. */
function readEntry(table: LedgerTable, entry: Entry, out: Collector): void {
  const { row, word, meaning, legs, fees, texts } = entry
  const add = (draft: Pick<Draft, 'type' | 'subType' | 'from' | 'to' | 'flags'>) =>
    out.addWithFees([row], { ...texts, ...draft }, fees)
  if (meaning?.kind === 'trade' && table.tradeId === undefined) {
    const { from, to } = sidesOf(table, entry, meaning.side)
    return add({ type: exchangeType(from.asset, to.asset), from, to })
  }
  const [leg, second] = legs
  if (leg === undefined) {
    if ('asset' in table.amounts) return readFees(entry, out)
    const what = table.market === undefined ? '' : row.text(table.market.column).toUpperCase()
    throw row.problem('missing_amount', amountColumn(table), `No amount of ${what || 'any currency'}`)
  }
  // Two that an unknown word moved could be a trade or anything else.
  if (second !== undefined && meaning === undefined)
    throw row.problem('unmapped_type', table.type, `Unknown type: ${word}`)
  if (second !== undefined)
    throw row.problem('two_amounts', table.type, `Two currencies moved by one ${word}`)
  if (meaning?.kind === 'in' || meaning?.kind === 'out') return add(moved(meaning, leg))
  if (meaning === undefined) {
    out.note(row, 'unmapped_type', `Unknown type: ${word}`, table.type)
    return add(unmapped(word, leg, isNegative(leg.amount.value)))
  }
  return readAlone(null, entry, out)
}

/** A row that moves nothing, or nothing but what it cost. */
function readFees({ row, fees, texts }: Entry, out: Collector): void {
  const [fee, ...more] = fees
  if (fee === undefined) return out.skip([row], 'zero_amount')
  out.addWithFees([row], { ...texts, type: 'outgoing', subType: 'fee', from: fee }, more)
}

function amountColumn({ amounts, market, type }: LedgerTable): string {
  return 'asset' in amounts ? amounts.amount : (market?.column ?? type)
}

/** The two sides of a row that has both: by their signs, else by the pair and the word. */
function sidesOf(
  table: LedgerTable,
  { row, legs }: Entry,
  side: 'buy' | 'sell' | null,
): { from: DraftLeg; to: DraftLeg } {
  const [from, ...moreFrom] = legs.filter(({ amount }) => isNegative(amount.value))
  const [to, ...moreTo] = legs.filter(({ amount }) => !isNegative(amount.value))
  if (from !== undefined && to !== undefined && moreFrom.length + moreTo.length === 0) return { from, to }
  const symbol = table.market === undefined ? '' : row.text(table.market.column).toUpperCase()
  const quote = table.market?.quotes.find((code) => symbol.endsWith(code) && symbol.length > code.length)
  const base = quote === undefined ? undefined : assetIn(table, symbol.slice(0, -quote.length))
  const legOf = (asset: AssetId | undefined) => legs.find((leg) => leg.asset === asset)
  const [baseLeg, quoteLeg] = [legOf(base), legOf(quote)]
  if (legs.length !== 2 || baseLeg === undefined || quoteLeg === undefined || side === null)
    throw row.problem(
      'missing_amount',
      amountColumn(table),
      `The two sides of ${symbol || 'this trade'} are not both there`,
    )
  return side === 'buy' ? { from: quoteLeg, to: baseLeg } : { from: baseLeg, to: quoteLeg }
}

/** The rows of one trade: fills are added up per asset. Rows without another side stay apart and are flagged. */
function readTrade(id: string, entries: readonly Entry[], out: Collector): void {
  const legs = netByAsset(entries.flatMap((entry) => entry.legs))
  const [from, ...moreFrom] = legs.filter(({ amount }) => isNegative(amount.value))
  const [to, ...moreTo] = legs.filter(({ amount }) => !isNegative(amount.value))
  if (from === undefined || to === undefined || moreFrom.length + moreTo.length > 0) {
    for (const entry of entries) readAlone(id, entry, out)
    return
  }
  const rows = entries.map(({ row }) => row)
  const at = earliest(entries.map(({ texts }) => texts.at))
  const type = exchangeType(from.asset, to.asset)
  const fees = netByAsset(entries.flatMap((entry) => entry.fees))
  out.addWithFees(rows, { ...entries[0]?.texts, at, type, from, to, externalId: id, group: id }, fees)
}

function readAlone(id: string | null, entry: Entry, out: Collector): void {
  const { row, word, legs, fees, texts } = entry
  const [leg] = legs
  if (leg === undefined) return readFees(entry, out)
  const { nativeId } = row.identity()
  const event = id === null || nativeId === null ? {} : { group: id, part: loneLeg(nativeId) }
  out.note(row, 'ungrouped', `The other side of this ${word} could not be determined`)
  const draft = { ...texts, ...event, flags: ['ungrouped'] }
  if (isNegative(leg.amount.value))
    out.addWithFees([row], { ...draft, type: 'outgoing', subType: 'sent', from: leg }, fees)
  else out.addWithFees([row], { ...draft, type: 'incoming', subType: 'received', to: leg }, fees)
}
