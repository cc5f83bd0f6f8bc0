import { type Instant, isFiat } from '@lotbook/journal'
import { isNegative, negate } from '@lotbook/money'
import { absoluteAmount, addAmounts, isZeroAmount, subtractAmounts } from '../../reading/amount-text.ts'
import { type Collector, contentOfDraft, type Draft, type DraftLeg } from '../../reading/collector.ts'
import type { FileFormat } from './csv-format.ts'
import { readEntry, readGroup, type RowEvent } from './in-out-event.ts'
import { type ReadLeg, shifted } from './legs.ts'
import { withoutRepeats } from './repeats.ts'
import type { Row } from './row.ts'
import { noteUnknownState, reasonOf, stateOf, type StatusColumn } from './status.ts'
import { type ReadBalance, stateBalances } from './state-balances.ts'
import type { Sheet } from './sheet.ts'
import {
  assetIn,
  dateColumnsOf,
  identityIn,
  repeatName,
  type TableDeclaration,
  type TextOf,
  textOf,
  textsIn,
  timeIn,
} from './table-declaration.ts'
import { type Move, readTakenBack, SAYS_BACK } from './taken-back.ts'
import type { ReadWay, Way } from './ways.ts'

/**
 * A table of events with up to two sides: what went out and what came in stand in columns of their own, or one amount moves by its
 * sign or by the word of the row.
 */
export interface InOutTable
  extends
    TableDeclaration,
    Pick<FileFormat, 'isGeneric' | 'alsoOf' | 'account' | 'unsureZone' | 'fileName' | 'isLike'> {
  /** The column of the word that `means` reads, for people. */
  readonly type: string
  /** True where capitals tell assets apart. */
  readonly keepsCase?: true
  readonly means: ReadWay
  /** The column that says whether a row happened. A row that did not is skipped, but for what it cost where `keepsFee` is set. */
  readonly status?: Omit<StatusColumn, 'keepsFilled'> & { readonly keepsFee?: true }
  readonly sent?: ReadLeg
  readonly received?: ReadLeg
  /** The one amount of a row. Its sign says which way it went, or the word does where the amounts have none (`byWord`). */
  readonly moved?: { readonly leg: ReadLeg; readonly direction: 'bySign' | 'byWord' }
  readonly fees?: readonly DeclaredFee[]
  /** The value that the row states, under the currency that it counts in. */
  readonly value?: ReadLeg
  /** The price of one unit of what moved, which values the row where it states no value. */
  readonly price?: ReadLeg
  /** The columns that name the wallet of what went out and of what came in; the first that is filled counts. */
  readonly wallet?: { readonly sent: readonly TextOf[]; readonly received: readonly TextOf[] }
  /** Rows under one name are one event; an empty name is none. */
  readonly group?: (row: Row, sheet: Sheet) => string
  /** The id by which other files know the event. */
  readonly groupId?: TextOf
  readonly flags?: (row: Row, sheet: Sheet) => readonly string[]
  /** What is held after a row, in each column that states it. */
  readonly balances?: readonly ReadBalance[]
  /** Contracts of the tokens that a row names, by their assets. */
  readonly tokens?: (row: Row) => NonNullable<Draft['tokens']>
  /** Something that is assumed of the whole file, noted at its first row. */
  readonly assumption?: (sheet: Sheet) => string | undefined
}

export interface DeclaredFee {
  readonly leg: ReadLeg
  /**
   * The amount that contains the fee where both are of one asset: `sent` is taken off what went out, `received` is what was left and is
   * added to again.
   */
  readonly isIn?: 'sent' | 'received' | 'both'
  /** True of a fee that the row states whoever paid it: it is the sender's. */
  readonly isSenders?: true
}

/** The format that reads a declared table of events with up to two sides. */
export function inOutTable(table: InOutTable): FileFormat {
  return {
    ...table,
    dateColumns: dateColumnsOf(table),

    identify(row, sheet) {
      const { from, to } = sidesOf(table, row, sheet, table.means(row, sheet))
      const { externalId, txHash } = textsIn(table, row)
      const content = contentOfDraft(timeIn(table, row, sheet), from, to, null)
      return identityIn(
        table,
        row,
        [externalId, txHash, row.text(table.type).toLowerCase(), content].join('|'),
      )
    },

    read(rows, sheet, out) {
      const own = withoutRepeats(rows, (row) => repeatName(table, row), out)
      const [first] = own
      const assumed = first && table.assumption?.(sheet)
      if (first !== undefined && assumed !== undefined) out.note(first, 'assumed', assumed)
      const stating: { row: Row; at: Instant }[] = []
      const groups = new Map<string, RowEvent[]>()
      for (const row of own)
        out.attempt([row], () => {
          const event = eventOf(table, row, sheet, out)
          if (event === undefined) return
          if (table.balances !== undefined) stating.push({ row, at: event.texts.at })
          const key = table.group?.(row, sheet) ?? ''
          const name = key === '' ? `row ${row.number}` : `group ${key}`
          const group = groups.get(name)
          if (group === undefined) groups.set(name, [event])
          else group.push(event)
        })
      const back = readTakenBack(movesAlone(groups), out)
      // Of a long file the events are most of what is in memory: each is let go of when its transaction is made.
      for (const [name, events] of groups) {
        groups.delete(name)
        if (events.some(({ row }) => back.has(row))) continue
        out.attempt(
          events.map(({ row }) => row),
          () => {
            const [only] = events
            if (only !== undefined && events.length === 1) readEntry(only, out)
            else readGroup(events, out)
          },
        )
      }
      if (table.balances !== undefined)
        stateBalances(stating, table.balances, sheet, (leg) => assetOf(table, leg)?.asset ?? leg.asset, out)
    },
  }
}

/** Rows that are events by themselves, as moves; none unless one of them says by its word that it takes another back. */
function movesAlone(groups: ReadonlyMap<string, readonly RowEvent[]>): Move[] {
  const alone = [...groups.values()].flatMap((events) => (events.length === 1 ? events : []))
  return alone.some(({ word }) => SAYS_BACK.test(word)) ? alone.flatMap(moveOf) : []
}

/** A row of one side, which a later row can take back, or that takes an earlier one back by its word. */
function moveOf({ row, word, meaning, from, to, fees, texts }: RowEvent): Move[] {
  const leg = from ?? to
  if (leg === null || (from !== null && to !== null) || (meaning !== undefined && meaning.kind !== 'move'))
    return []
  const { at, externalId, txHash, comment } = texts
  const amount = from === null ? leg.amount : { ...leg.amount, value: negate(leg.amount.value) }
  return [
    {
      ...{ row, at, asset: leg.asset, amount, fees, references: [], saysBack: SAYS_BACK.test(word) },
      texts: { externalId, txHash, comment },
    },
  ]
}

/** The event of a row; undefined where nothing of it counts. */
function eventOf(table: InOutTable, row: Row, sheet: Sheet, out: Collector): RowEvent | undefined {
  const meaning = notDone(table, row, sheet, out) ?? table.means(row, sheet)
  if (meaning?.kind === 'skip' && meaning.keepsFee !== true) {
    out.skip([row], meaning.reason)
    return undefined
  }
  const sides = sidesOf(table, row, sheet, meaning)
  const { from, to, fees } = withFees(table, row, sheet, sides, meaning)
  const at = timeIn(table, row, sheet)
  const { sent = [], received = [] } = table.wallet ?? {}
  return {
    row,
    rows: [row],
    column: table.type,
    word: row.text(table.type),
    meaning,
    from,
    to,
    fees,
    value: valueIn(table.value, row, sheet, out),
    stated: sides.from ?? sides.to,
    unitPrices: from === null || to === null ? priceIn(table, from ?? to, row, sheet, out) : {},
    texts: {
      at,
      ...textsIn(table, row),
      flags: table.flags?.(row, sheet) ?? [],
      tokens: table.tokens?.(row) ?? {},
    },
    sender: walletIn(sent, row),
    receiver: walletIn(received, row),
    group: table.groupId === undefined ? null : textOf(row, table.groupId) || null,
    part: null,
  }
}

/** The meaning of a row that did not happen; undefined of any other. One whose state nobody knows is flagged and noted. */
function notDone({ status }: InOutTable, row: Row, sheet: Sheet, out: Collector): Way | undefined {
  if (status === undefined || !sheet.has(status.column)) return undefined
  const { column, done, keepsFee } = status
  const state = stateOf(row.text(column), done)
  if (state === 'unknown') noteUnknownState(column, row, out)
  return state === 'not_done'
    ? { kind: 'skip', reason: reasonOf(status, row), ...(keepsFee && { keepsFee }) }
    : undefined
}

type Sides = Pick<RowEvent, 'from' | 'to'>

/** The sides of a row as written, never below zero. */
function sidesOf(table: InOutTable, row: Row, sheet: Sheet, meaning: Way | undefined): Sides {
  const read = (leg: ReadLeg | undefined) => assetOf(table, leg?.(row, sheet) ?? null)
  const moved = table.moved === undefined ? null : read(table.moved.leg)
  if (moved !== null) {
    const leg = { ...moved, amount: absoluteAmount(moved.amount) }
    const isOut =
      isNegative(moved.amount.value) || (table.moved?.direction === 'byWord' && isOutward(meaning))
    return isOut ? { from: leg, to: null } : { from: null, to: leg }
  }
  const [from, to] = [read(table.sent), read(table.received)]
  // One amount on both sides is one movement, which its sign tells where the word does not.
  if (meaning === undefined && from !== null && from.asset === to?.asset)
    return isNegative(from.amount.value)
      ? { from: { ...from, amount: absoluteAmount(from.amount) }, to: null }
      : { from: null, to }
  if (to !== null && isNegative(to.amount.value))
    throw row.problem('negative_amount', table.type, `A negative amount was received: ${to.asset}`)
  return { from: from && { ...from, amount: absoluteAmount(from.amount) }, to }
}

/** True of a word under which something can only have left. */
function isOutward(meaning: Way | undefined): boolean {
  if (meaning?.kind === 'move') return meaning.in === undefined && meaning.out !== undefined
  return meaning !== undefined
}

/** Sides before fees, and the fees. A fee is paid, whichever sign it is written with. */
function withFees(
  table: InOutTable,
  row: Row,
  sheet: Sheet,
  sides: Sides,
  meaning: Way | undefined,
): Sides & Pick<RowEvent, 'fees'> {
  let { from, to } = sides
  const fees: DraftLeg[] = []
  for (const { leg, isIn, isSenders } of table.fees ?? []) {
    const stated = assetOf(table, leg(row, sheet))
    // A sender pays for a call that moves nothing, too.
    const isOthers = isSenders === true && sides.from === null && (sides.to !== null || !isOutward(meaning))
    if (stated === null || isZeroAmount(stated.amount) || isOthers) continue
    const fee = { ...stated, amount: absoluteAmount(stated.amount) }
    fees.push(fee)
    // Of what did not move, the fee is no part.
    if (meaning?.kind === 'skip') continue
    if (isIn !== undefined && isIn !== 'received' && from?.asset === fee.asset)
      from = { ...from, amount: shifted(subtractAmounts(from.amount, fee.amount), 0) }
    else if (isIn !== undefined && isIn !== 'sent' && to?.asset === fee.asset)
      to = { ...to, amount: addAmounts(to.amount, fee.amount) }
  }
  if (from !== null && isNegative(from.amount.value)) throw row.feeAboveAmount(table.type)
  return { from: from !== null && isZeroAmount(from.amount) ? null : from, to, fees }
}

function assetOf(table: InOutTable, leg: DraftLeg | null): DraftLeg | null {
  return leg && { ...leg, asset: table.keepsCase === true ? leg.asset : assetIn(table, leg.asset) }
}

/** A value that cannot be read is noted, and the row counts without it. */
function valueIn(value: ReadLeg | undefined, row: Row, sheet: Sheet, out: Collector): Draft['value'] {
  const leg = value === undefined ? null : out.stated(row, () => value(row, sheet))
  return leg && { amount: absoluteAmount(leg.amount), currency: leg.asset.toUpperCase() }
}

function priceIn(
  { price }: InOutTable,
  leg: DraftLeg | null,
  row: Row,
  sheet: Sheet,
  out: Collector,
): NonNullable<Draft['unitPrices']> {
  if (price === undefined || leg === null || isFiat(leg.asset)) return {}
  const stated = valueIn(price, row, sheet, out)
  return stated ? { [leg.asset]: stated } : {}
}

const walletIn = (texts: readonly TextOf[], row: Row): string =>
  texts.map((of) => textOf(row, of)).find((text) => text !== '') ?? ''
