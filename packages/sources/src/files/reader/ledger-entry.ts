import { absolute, decimal, formatDecimal, isNegative, isZero, negate } from '@lotbook/money'
import { absoluteAmount, addAmounts, type Amount, isZeroAmount } from '../../reading/amount-text.ts'
import type { Collector, Draft, DraftLeg } from '../../reading/collector.ts'
import { type BalancedEntry, checkBalances } from '../../reading/running-balance.ts'
import { UnreadableValue } from '../../reading/unreadable-value.ts'
import type { LedgerTable } from './ledger-declaration.ts'
import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'
import { readsStatus } from './status.ts'
import { assetIn, type TextOf, textOf, textsIn, timeIn } from './table-declaration.ts'
import { type Move, SAYS_BACK } from './taken-back.ts'
import { type Meaning, meaningIn, wordIn } from './words.ts'

/** One row of the table under a word that is not skipped. */
export interface Entry {
  readonly row: Row
  readonly word: string
  readonly meaning: Meaning | undefined
  readonly legs: readonly DraftLeg[]
  readonly fees: readonly DraftLeg[]
  readonly texts: Pick<Draft, 'at' | 'externalId' | 'txHash' | 'comment'>
}

/** The entry of a row; none of one that is skipped. */
export function entryOf(table: LedgerTable, row: Row, sheet: Sheet, out: Collector): Entry[] {
  const word = wordIn(table.type, row)
  const meaning = meaningIn(table.words, word, row, table.phrases)
  const reason = meaning?.kind === 'skip' ? meaning.reason : table.skipWhere?.(row)
  if (reason !== undefined) {
    out.skip([row], reason)
    return []
  }
  if (table.status !== undefined && !readsStatus(table.status, false, row, out)) return []
  const named = (leg: DraftLeg) => ({ ...leg, asset: assetIn(table, leg.asset) })
  const entry = {
    row,
    word,
    meaning,
    legs: legsIn(table, row, sheet, 'amount').map(named),
    fees: legsIn(table, row, sheet, 'fee').map((fee) => ({ ...named(fee), amount: paidIn(table, fee) })),
    texts: { at: timeIn(table, row, sheet), ...textsIn(table, row) },
  }
  stateBalances(table, entry, sheet, out)
  return [isNet(table) ? { ...entry, legs: grossLegs(table, entry) } : entry]
}

/** A fee is paid, whichever sign it is written with, unless its sign says which. */
function paidIn({ amounts }: LedgerTable, { amount }: DraftLeg): Amount {
  if (!('asset' in amounts) || amounts.paidFees === undefined) return absoluteAmount(amount)
  return amounts.paidFees === 'above' ? amount : { ...amount, value: negate(amount.value) }
}

const isNet = ({ amounts }: LedgerTable): boolean => 'asset' in amounts && amounts.isNet === true

const placesIn = (places: number | ((row: Row) => number) | undefined, row: Row) =>
  typeof places === 'function' ? places(row) : places

/** An amount that is written in whole small units. */
function inUnits(amount: Amount, places: number | undefined): Amount {
  if (places === undefined) return amount
  return { value: decimal(amount.value.units, amount.value.scale + places), places: amount.places + places }
}

/** Amounts before the fee of their asset was taken. */
function grossLegs({ amounts }: LedgerTable, { row, legs, fees }: Entry): DraftLeg[] {
  const [leg] = legs
  const [fee] = fees
  if (leg === undefined || fee?.asset !== leg.asset) return [...legs]
  const { value } = addAmounts(leg.amount, fee.amount)
  if (isNegative(leg.amount.value) && !isNegative(value) && !isZero(value))
    throw row.feeAboveAmount('asset' in amounts ? (amounts.fee ?? amounts.amount) : '')
  const places = ('asset' in amounts ? placesIn(amounts.unitPlaces, row) : undefined) ?? value.scale
  return isZero(value) ? [] : [{ ...leg, amount: { value, places } }]
}

/** Holds the rows to the running balance that they state. Rows that are skipped changed it too. */
export function checkRunningBalance(
  table: LedgerTable,
  rows: readonly Row[],
  sheet: Sheet,
  out: Collector,
): void {
  const { balance, amounts } = table
  if (balance === undefined || !('asset' in amounts)) return
  const entries: BalancedEntry[] = []
  const changeOf = (row: Row, column: string) => {
    const amount = row.amount(column)
    return amount && inUnits(amount, placesIn(amounts.unitPlaces, row))
  }
  for (const row of rows)
    try {
      const ticker = textOf(row, amounts.asset)
      const amount = changeOf(row, balance.change)
      const held = changeOf(row, balance.column)
      if (ticker === '' || amount === null) continue
      const wallet = textOf(row, balance.wallet)
      entries.push({
        record: row,
        at: timeIn(table, row, sheet),
        asset: assetIn(table, ticker),
        amount,
        fee: null,
        balance: held?.value,
        balanceKey: `${ticker} ${wallet}`.trim(),
      })
    } catch (error) {
      // The row's own reading reports it.
      if (!(error instanceof UnreadableValue)) throw error
    }
  checkBalances(entries, out, balance.column)
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
export function moveOf(
  { takenBack, isSigned }: LedgerTable,
  { row, meaning, legs, fees, texts }: Entry,
): Move[] {
  const [leg, ...more] = legs
  const isMove = meaning?.kind === 'in' || meaning?.kind === 'out' || meaning?.kind === 'signed'
  if (takenBack === undefined || leg === undefined || more.length > 0 || !isMove) return []
  const { at, ...ids } = texts
  const references = takenBack.ids.map((column) => row.text(column))
  const saysBack = SAYS_BACK.test(row.text(takenBack.says))
  const { value, places } = absoluteAmount(leg.amount)
  const isOut = (meaning.kind === 'out' && isSigned !== true) || isNegative(leg.amount.value)
  const amount = { value: isOut ? negate(value) : value, places }
  return [{ row, at, asset: leg.asset, amount, fees, references, saysBack, texts: ids }]
}

/** Legs with a ticker of the file for an asset; cells that are empty or zero have none. */
export function legsIn(table: LedgerTable, row: Row, sheet: Sheet, kind: 'amount' | 'fee'): DraftLeg[] {
  const { amounts } = table
  const held = (ticker: string, amount: Amount | null) =>
    amount === null || isZeroAmount(amount) ? [] : [{ asset: ticker.toUpperCase(), amount }]
  if ('asset' in amounts) {
    const column = kind === 'amount' ? (amounts.amountIn?.(row) ?? amounts.amount) : amounts.fee
    if (column === undefined) return []
    const feeTicker = kind === 'fee' && amounts.feeAsset !== undefined ? row.text(amounts.feeAsset) : ''
    const written = kind === 'amount' ? row.requiredAmount(column) : row.amount(column)
    const stated = written && inUnits(written, placesIn(amounts.unitPlaces, row))
    const isOut = kind === 'amount' && amounts.leaves?.(row) === true
    const amount = stated !== null && isOut ? { ...stated, value: negate(absolute(stated.value)) } : stated
    const ticker = feeTicker || textOf(row, amounts.asset)
    if (ticker === '' && amount !== null && !isZeroAmount(amount))
      throw noCurrency(amounts.asset, column, row)
    return held(ticker, amount)
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

function noCurrency(asset: TextOf, amount: string, row: Row): UnreadableValue {
  const column = typeof asset === 'string' ? asset : amount
  return row.problem('missing_value', column, `${column} is empty`)
}
