import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { yearOf } from '@lotbook/journal'
import { MONEY_SCALE } from '@lotbook/money'
import {
  deductionSlot,
  FEE_KIND,
  form8949Box,
  FROM_VALUE_KNOWN,
  FURTHER_AMOUNTS,
  GAIN,
  GROSS,
  INCOME_AMOUNTS,
  INCOME_QUANTITY,
  INCOME_VALUE,
  KINDS,
  LOT_AMOUNTS,
  LOT_BASIS,
  LOT_LOSS_BASIS,
  LOT_QUANTITY,
  NONE,
  REPORTED,
  ROW_BASIS,
  ROW_FEES,
  ROW_QUANTITY,
  ROW_VALUE,
  UNKNOWN,
  UNKNOWN_DAY,
  type Amounts,
  type ResultTable,
  type SplitAmount,
} from '@lotbook/tax'
import { from as copyFrom } from 'pg-copy-streams'
import { RowCells, textCell, uuidCell, type ReadyCell } from '../../platform/copy-rows.ts'
import type { Tx } from '../../platform/database.ts'
import { inTurn } from '../../platform/in-turn.ts'
import type { Collected } from './collect-input.ts'
import { ROW_COLUMNS, type ResultTableName } from './row-columns.ts'
import { cutAt, withOwnRows, writeRanges, type Ranges } from './row-ranges.ts'

/** The partition that holds the rows of a table: without policies, so that COPY writes to it (migration 0042). */
const ROWS_OF: Readonly<Record<ResultTableName, string>> = {
  disposals: 'disposal_rows',
  incomes: 'income_rows',
  removals: 'removal_rows',
  lots: 'lot_rows',
}

/** Rows written in one go, about a millisecond's work: in two the database has taken in what lay before it, and waits. */
const STEP = 200
/** Rows that are handed over at a time: few at first, since the database has nothing to do before, then twice as many each time up to the most. */
const STRETCHES = { first: 4_000, most: 60_000 }
/** What is sent of them at a time: the database begins with a message once it has all of it. */
const PIECE_BYTES = 64 * 1024

/**
 * Write every row of a result by COPY, in the transaction that makes the calculation done: all of it, or none. Whose the rows are
 * the database knows from the session. Of a result that goes on from a border these are the rows behind it; those before it
 * stay where they are, and the calculation's ranges say where.
 *
 * That is done stretch by stretch, in two places by turns: while the database takes one in, the next is written here, in steps
 * between which this thread hands on what the database has room for.
 *
 * @param inherited the ranges of the calculation that the result goes on from, cut at `result.before`; none of one that is whole.
 * @param alone takes turns with what else is asked of the transaction meanwhile.
 */
export async function storeResults(
  tx: Tx,
  calculationId: string,
  result: ResultTable,
  collected: Pick<Collected, 'names' | 'eventIds'>,
  inherited: Ranges,
  onProgress: (done: number, total: number) => void,
  alone = inTurn(1),
  stretches = STRETCHES,
): Promise<void> {
  const { before, disposals, incomes, removals, lots } = result
  const counts = { disposals: disposals.rows.count, incomes: incomes.count, removals: removals.rows.count }
  const ranges = withOwnRows(cutAt(inherited, before), counts, calculationId)
  const total = counts.disposals + counts.incomes + counts.removals + lots.count
  const cells = new ResultCells(result, collected)
  const calculation = uuidCell(calculationId)
  let done = 0
  let stretch = stretches.first
  onProgress(done, total)
  let taken: Promise<unknown> = alone(() => writeRanges(tx, calculationId, ranges))
  // Awaited with the next stretch: until then nobody listens, and a fault must not end the thread.
  taken.catch(() => {})
  for (const [table, behind, count, write] of [
    ['disposals', before.disposals, counts.disposals, (to: RowCells, row: number) => cells.disposal(to, row)],
    ['incomes', before.incomes, counts.incomes, (to: RowCells, row: number) => cells.income(to, row)],
    ['removals', before.removals, counts.removals, (to: RowCells, row: number) => cells.removal(to, row)],
    ['lots', 0, lots.count, (to: RowCells, row: number) => cells.lot(to, row)],
  ] as const) {
    if (count === 0) continue
    const columns = ['calculation_id', ...ROW_COLUMNS[table]]
    const places = [new RowCells(columns.length), new RowCells(columns.length)] as const
    for (let start = 0, end = 0, n = 0; start < count; start = end, n += 1) {
      end = Math.min(start + stretch, count)
      stretch = Math.min(2 * stretch, stretches.most)
      const to = places[n % 2]!
      for (let row = start; row < end; row += 1) {
        to.row()
        to.ready(calculation)
        to.int(behind + row)
        write(to, row)
        done += 1
        if (done % STEP === 0) {
          onProgress(done, total)
          await turn()
        }
      }
      const rows = to.stretch()
      await taken
      taken = alone(() =>
        pipeline(
          Readable.from(pieces(rows)),
          tx.client.query(
            copyFrom(`copy ${ROWS_OF[table]} (${columns.join(', ')}) from stdin (format binary)`),
          ),
        ),
      )
      taken.catch(() => {})
    }
  }
  await taken
}

function* pieces(rows: Buffer): Generator<Buffer> {
  for (let at = 0; at < rows.length; at += PIECE_BYTES) yield rows.subarray(at, at + PIECE_BYTES)
}

/** The cells of each row of a result, in the order of its columns, from the second on. */
class ResultCells {
  readonly #r: ResultTable
  readonly #transactions: Uint8Array
  readonly #mainPrices: Uint8Array
  readonly #feePrices: Uint8Array
  readonly #assets: readonly ReadyCell[]
  readonly #accounts: readonly ReadyCell[]
  readonly #yearOfDay = new Map<number, number>()

  constructor(result: ResultTable, { names, eventIds }: Pick<Collected, 'names' | 'eventIds'>) {
    this.#r = result
    const ids = eventIds()
    this.#transactions = ids.transactions
    this.#mainPrices = ids.mainPrices
    this.#feePrices = ids.feePrices
    this.#assets = result.events.assets.map(textCell)
    this.#accounts = result.events.accounts.map((account) => uuidCell(names.accountId(account)))
  }

  disposal(to: RowCells, row: number): void {
    const { events, disposals } = this.#r
    const { rows, isLong, rules, further } = disposals
    const event = rows.event.values[row]!
    const term = isLong[row] === 1 ? 'long' : 'short'
    const kind = rows.kind(row)
    const year = this.#taking(to, rows, row)
    to.date(events.day[event]!)
    money(to, rows.amounts, rows.slot(row, ROW_VALUE))
    money(to, rows.amounts, rows.slot(row, ROW_BASIS))
    money(to, further, row * FURTHER_AMOUNTS + GAIN)
    to.ready(TERMS[term])
    // Units that nobody knows of are on nobody's form (R-MISS-1).
    const reported = rows.isUnknown(row) ? 'none' : REPORTED[events.reported[event]!]!
    to.ready(this.#word(form8949Box(year, term, reported)))
    to.uuid(kind === FEE_KIND ? this.#feePrices : this.#mainPrices, event)
    money(to, further, row * FURTHER_AMOUNTS + GROSS)
    money(to, rows.amounts, rows.slot(row, ROW_FEES))
    to.short(rules[row]!)
    to.instant(events.at[event]!)
    to.int(this.#eventUntil(row))
  }

  /** On the first row of an event, whose rows lie one behind the other, the number behind the last of them; 0 on the others. */
  #eventUntil(row: number): number {
    const { before, disposals } = this.#r
    const { count, event } = disposals.rows
    const events = event.values
    if (row > 0 && events[row - 1] === events[row]) return 0
    let end = row + 1
    while (end < count && events[end] === events[row]) end += 1
    return before.disposals + end
  }

  removal(to: RowCells, row: number): void {
    const { events, removals } = this.#r
    const { rows, isLong, rules } = removals
    const event = rows.event.values[row]!
    const isDonation = KINDS[rows.kind(row)] === 'donation'
    const held = isLong[row] === 1
    this.#taking(to, rows, row)
    to.date(events.day[event]!)
    money(to, rows.amounts, rows.slot(row, ROW_BASIS))
    if ((events.known[event]! & FROM_VALUE_KNOWN) === 0) to.null()
    else money(to, rows.amounts, rows.slot(row, ROW_VALUE))
    if (isDonation) {
      to.ready(TERMS[held ? 'long' : 'short'])
      money(to, rows.amounts, deductionSlot(rows, row, held))
    } else {
      to.null()
      to.null()
    }
    to.uuid(this.#mainPrices, event)
    to.short(rules[row]!)
    to.instant(events.at[event]!)
  }

  income(to: RowCells, row: number): void {
    const { events, incomes } = this.#r
    const { amounts, category, rules } = incomes
    const event = incomes.event[row]!
    const asset = events.toAsset[event]!
    to.int(this.#year(events.day[event]!))
    to.uuid(this.#transactions, event)
    to.ready(this.#word(category[row]!))
    to.ready(this.#assets[asset]!)
    to.ready(this.#accounts[events.account[event]!]!)
    numeric(to, amounts, row * INCOME_AMOUNTS + INCOME_QUANTITY, events.scales[asset]!)
    to.date(events.day[event]!)
    money(to, amounts, row * INCOME_AMOUNTS + INCOME_VALUE)
    to.uuid(this.#mainPrices, event)
    to.short(rules[row]!)
    to.instant(events.at[event]!)
  }

  lot(to: RowCells, row: number): void {
    const { events, lots } = this.#r
    const { amounts } = lots
    const asset = lots.asset[row]!
    const account = lots.account[row]!
    const slot = row * LOT_AMOUNTS
    to.uuid(this.#transactions, lots.event[row]!)
    to.ready(this.#assets[asset]!)
    if (account === NONE) to.null()
    else to.ready(this.#accounts[account]!)
    numeric(to, amounts, slot + LOT_QUANTITY, events.scales[asset]!)
    money(to, amounts, slot + LOT_BASIS)
    to.date(lots.acquired[row]!)
    if (lots.lossAcquired[row] === UNKNOWN_DAY) {
      to.null()
      to.null()
    } else {
      money(to, amounts, slot + LOT_LOSS_BASIS)
      to.date(lots.lossAcquired[row]!)
    }
  }

  /** From the tax year to the day of acquisition. @returns the year. */
  #taking(to: RowCells, rows: ResultTable['removals']['rows'], row: number): number {
    const { events } = this.#r
    const event = rows.event.values[row]!
    const asset = rows.asset.values[row]!
    const lot = rows.lot.values[row]!
    const year = this.#year(events.day[event]!)
    to.int(year)
    to.uuid(this.#transactions, event)
    to.ready(this.#word(KINDS[rows.kind(row)]!))
    to.ready(this.#assets[asset]!)
    to.ready(this.#accounts[events.account[event]!]!)
    if (lot === UNKNOWN) to.null()
    else to.uuid(this.#transactions, lot)
    numeric(to, rows.amounts, rows.slot(row, ROW_QUANTITY), events.scales[asset]!)
    if (lot === UNKNOWN) to.null()
    else to.date(rows.acquired.values[row]!)
    return year
  }

  readonly #words = new Map<string, ReadyCell>()

  #word(word: string): ReadyCell {
    let cell = this.#words.get(word)
    if (cell === undefined) this.#words.set(word, (cell = textCell(word)))
    return cell
  }

  #year(day: number): number {
    let year = this.#yearOfDay.get(day)
    if (year === undefined) {
      year = yearOf(new Date(day * 86_400_000).toISOString())
      this.#yearOfDay.set(day, year)
    }
    return year
  }
}

const TERMS = { short: textCell('short'), long: textCell('long') }

/** One number after the other is taken apart here. */
const PARTS: SplitAmount = new Float64Array(3)

function money(to: RowCells, amounts: Amounts, slot: number): void {
  numeric(to, amounts, slot, MONEY_SCALE)
}

function numeric(to: RowCells, amounts: Amounts, slot: number, scale: number): void {
  if (amounts.split(slot, scale, PARTS)) to.decimal(PARTS[0] === 1, PARTS[1]!, PARTS[2]!, scale)
  else to.numeric((text, at) => amounts.writeText(slot, scale, text, at))
}
