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
  type EventTable,
  type IncomeColumns,
  type LotColumns,
  type RowColumns,
  type ResultSoFar,
  type RowTable,
  type SplitAmount,
} from '@lotbook/tax'
import { from as copyFrom } from 'pg-copy-streams'
import { RowCells, textCell, uuidCell, type ReadyCell } from '../../platform/copy-rows.ts'
import type { Tx } from '../../platform/database.ts'
import type { Fence } from '../../platform/fence.ts'
import { inTurn } from '../../platform/in-turn.ts'
import type { Collected } from './collect-input.ts'
import type { ComingResult } from './coming-result.ts'
import {
  dropLots,
  LOT_COLUMNS,
  readKeptLots,
  type LotKey,
  type LotRows,
  type LotsLeft,
  type Words,
} from './kept-lots.ts'
import { ROW_COLUMNS } from './row-columns.ts'
import { cutAt, withOwnRows, writeRanges, type Ranges } from './row-ranges.ts'

type ResultTableName = keyof typeof ROW_COLUMNS | 'lots'

/** The partition that holds the rows of a table: without policies, so that COPY writes to it (migration 0042). */
const ROWS_OF: Readonly<Record<ResultTableName, string>> = {
  disposals: 'disposal_rows',
  incomes: 'income_rows',
  removals: 'removal_rows',
  lots: 'lot_rows',
}

/**
 * Rows written in one go, about a millisecond's work. After two the database would have taken in what it was
 * handed, and wait.
 */
const STEP = 200
/**
 * Rows handed over at a time: as many as are written when the database has nothing to do, but no fewer than a
 * statement is worth.
 */
const STRETCHES = { least: 4_000, most: 60_000 }
/** What is sent of them at a time: the database begins with a message once it has all of it. */
const PIECE_BYTES = 64 * 1024

export interface StoreOptions {
  readonly alone?: ReturnType<typeof inTurn>
  readonly stretches?: typeof STRETCHES
  readonly stillWanted?: () => Promise<void>
  readonly lotsLeft?: LotsLeft | undefined
}

/**
 * Write every row of a result by COPY, in the transaction that makes the calculation done: all of it, or none. Whose the rows are
 * the database knows from the session. Of a result that goes on from a border these are the rows behind it; those before it
 * stay where they are, and the calculation's ranges say where. Disposals, which most rows are, go as they come: the database takes in the
 * first of them while the last are still worked out. Lots that are left are the customer's, as of the newest calculation: only those
 * are written that are not there yet (`kept-lots.ts`).
 *
 * @param inherited the ranges of the calculation that the result goes on from, cut at its `before`; none of one that is whole.
 * @param onProgress told how many of all rows are written, once it is known how many there are.
 * @param alone takes turns with what else is asked of the transaction meanwhile.
 * @param lotsLeft what a calculation before left here.
 * @param stillWanted asked before what other calculations left is changed. Throws where another took over.
 * @returns the lots as they are kept then, unless they are too many to be at hand for the next calculation.
 */
export async function storeResults(
  tx: Tx,
  { userId, id: calculationId }: Pick<Fence, 'userId' | 'id'>,
  coming: ComingResult,
  collected: Pick<Collected, 'names' | 'eventIds'>,
  inherited: Ranges,
  onProgress: (done: number, total: number) => void,
  {
    alone = inTurn(1),
    stretches = STRETCHES,
    stillWanted = () => Promise.resolve(),
    lotsLeft,
  }: StoreOptions = {},
): Promise<LotRows | undefined> {
  const keptLots = alone(() => readKeptLots(tx, userId, lotsLeft))
  // Awaited behind all other rows: until then nobody listens.
  keptLots.catch(() => {})
  let soFar = await coming.disposalsBeyond(-1)
  const { events, before } = soFar
  const cells = new ResultCells(events, collected)
  const calculation = uuidCell(calculationId)
  /** The rows behind so many that are stored elsewhere, each with whose it is and its number. */
  const numbered =
    (behind: number, write: (to: RowCells, row: number) => void) => (to: RowCells, row: number) => {
      to.ready(calculation)
      to.int(behind + row)
      write(to, row)
    }
  let total: number | undefined
  const handing = new Handing(tx, alone, stretches, (done) => {
    if (total !== undefined) onProgress(done, total)
  })
  void coming.whole.then(
    ({ disposals, incomes, removals, lots }) =>
      (total = disposals.rows.count + incomes.count + removals.rows.count + lots.count),
    () => {},
  )
  await handing.table('disposals', {
    count: async (beyond) => (soFar = await coming.disposalsBeyond(beyond)).count,
    write: numbered(before.disposals, (to, row) => cells.disposal(to, soFar, row)),
  })
  const { disposals, incomes, removals, lots } = await coming.whole
  const counts = { disposals: disposals.rows.count, incomes: incomes.count, removals: removals.rows.count }
  const ranges = withOwnRows(cutAt(inherited, before), counts, calculationId)
  handing.beside(() => writeRanges(tx, calculationId, ranges))
  await handing.table('incomes', {
    count: () => Promise.resolve(incomes.count),
    write: numbered(before.incomes, (to, row) => cells.income(to, incomes, row)),
  })
  await handing.table('removals', {
    count: () => Promise.resolve(removals.rows.count),
    write: numbered(before.removals, (to, row) => cells.removal(to, removals, row)),
  })
  const kept = await keptLots
  const { gone, numbers, rows, all } = kept.changedTo(
    lots.count,
    (to, row) => cells.lot(to, lots, row),
    cells.lotKeys(lots, kept.words),
  )
  handing.skip(lots.count - rows.length)
  handing.beside(async () => {
    await stillWanted()
    await dropLots(tx, gone)
  })
  await handing.table('lots', {
    count: () => Promise.resolve(rows.length),
    write: (to, n) => {
      to.int(numbers[n]!)
      cells.lot(to, lots, rows[n]!)
    },
  })
  await handing.end()
  return all
}

/** The rows of a table, which may still come. */
interface RowsToHand {
  /** How many there are, once there are more than so many, or no more come. */
  readonly count: (beyond: number) => Promise<number>
  /** All cells of one. */
  readonly write: (to: RowCells, row: number) => void
}

/**
 * Hands rows to the database stretch by stretch, in two places by turns: while it takes one in, the next is written here, in steps
 * between which this thread hands on what the database has room for.
 */
class Handing {
  readonly #tx: Tx
  readonly #alone: ReturnType<typeof inTurn>
  readonly #stretches: typeof STRETCHES
  readonly #onRows: (done: number) => void
  #done = 0
  #taken: Promise<unknown> = Promise.resolve()
  /** How much of what was handed over the database has not taken in yet. */
  #ahead = 0

  constructor(
    tx: Tx,
    alone: ReturnType<typeof inTurn>,
    stretches: typeof STRETCHES,
    onRows: (done: number) => void,
  ) {
    this.#tx = tx
    this.#alone = alone
    this.#stretches = stretches
    this.#onRows = onRows
  }

  async table(table: ResultTableName, { count, write }: RowsToHand): Promise<void> {
    const columns = table === 'lots' ? LOT_COLUMNS : ['calculation_id', ...ROW_COLUMNS[table]]
    const places = [new RowCells(columns.length), new RowCells(columns.length)] as const
    const copy = `copy ${ROWS_OF[table]} (${columns.join(', ')}) from stdin (format binary)`
    let there = 0
    for (let start = 0, n = 0; ; n += 1) {
      const to = places[n % 2]!
      let row = start
      for (; !this.#isEnough(row - start); row += 1) {
        if (row === there && (there = await count(row)) === row) break
        to.row()
        write(to, row)
        this.#done += 1
        if (this.#done % STEP === 0) {
          this.#onRows(this.#done)
          await turn()
        }
      }
      if (row === start) return
      start = row
      const rows = to.stretch()
      await this.#taken
      this.beside(() => pipeline(Readable.from(pieces(rows)), this.#tx.client.query(copyFrom(copy))))
    }
  }

  /** A database that waits for rows would do so in vain: of a short result it has the last only once everything else is done. */
  #isEnough(rows: number): boolean {
    const { least, most } = this.#stretches
    return rows >= most || (rows >= least && this.#ahead === 0)
  }

  /** Ask something else of the database once it has what was handed over. */
  beside(work: () => Promise<unknown>): void {
    this.#ahead += 1
    const done = this.#alone(work).finally(() => (this.#ahead -= 1))
    this.#taken = Promise.all([this.#taken, done])
    // Awaited with the next stretch: until then nobody listens, and a fault must not end the thread.
    this.#taken.catch(() => {})
  }

  /** So many rows are there already. */
  skip(count: number): void {
    this.#done += count
  }

  /** All of it is taken in. */
  async end(): Promise<void> {
    await this.#taken
  }
}

function* pieces(rows: Buffer): Generator<Buffer> {
  for (let at = 0; at < rows.length; at += PIECE_BYTES) yield rows.subarray(at, at + PIECE_BYTES)
}

/** The cells of each row of a result, in the order of its columns, behind its number. */
class ResultCells {
  readonly #events: EventTable
  readonly #transactions: Uint8Array
  readonly #mainPrices: Uint8Array
  readonly #feePrices: Uint8Array
  readonly #assets: readonly ReadyCell[]
  readonly #accountIds: readonly string[]
  readonly #accounts: readonly ReadyCell[]
  readonly #yearOfDay = new Map<number, number>()

  constructor(events: EventTable, { names, eventIds }: Pick<Collected, 'names' | 'eventIds'>) {
    this.#events = events
    const ids = eventIds()
    this.#transactions = ids.transactions
    this.#mainPrices = ids.mainPrices
    this.#feePrices = ids.feePrices
    this.#assets = events.assets.map(textCell)
    this.#accountIds = events.accounts.map((account) => names.accountId(account))
    this.#accounts = this.#accountIds.map(uuidCell)
  }

  disposal(to: RowCells, { disposals, before }: ResultSoFar, row: number): void {
    const events = this.#events
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
    to.int(eventUntil(rows, row, before.disposals))
  }

  removal(to: RowCells, { rows, isLong, rules }: RowColumns, row: number): void {
    const events = this.#events
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

  income(to: RowCells, incomes: IncomeColumns, row: number): void {
    const events = this.#events
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

  lot(to: RowCells, lots: LotColumns, row: number): void {
    const events = this.#events
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

  /** The key of each lot: what `lot` writes, as numbers. */
  lotKeys(lots: LotColumns, words: Words): (row: number, key: LotKey) => void {
    const events = this.#events
    const { amounts } = lots
    const ids = new Int32Array(
      this.#transactions.buffer,
      this.#transactions.byteOffset,
      ID_INTS * events.count,
    )
    const assets = events.assets.map((asset, n) => words.numberOf(`${asset} ${events.scales[n]}`))
    const accounts = this.#accountIds.map((id) => words.numberOf(id))
    return (row, key) => {
      const asset = lots.asset[row]!
      const account = lots.account[row]!
      const event = lots.event[row]!
      let at = 0
      for (let n = 0; n < ID_INTS; n += 1) key[at++] = ids[ID_INTS * event + n]!
      key[at++] = assets[asset]!
      key[at++] = account === NONE ? NONE : accounts[account]!
      key[at++] = lots.acquired[row]!
      key[at++] = lots.lossAcquired[row]!
      for (let slot = row * LOT_AMOUNTS; slot < (row + 1) * LOT_AMOUNTS; slot += 1, at += 2)
        if (!amounts.identify(slot, key, at)) key[0] = NaN
    }
  }

  /** From the tax year to the day of acquisition. @returns the year. */
  #taking(to: RowCells, rows: RowTable, row: number): number {
    const events = this.#events
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

/**
 * For the first row of an event, the number after that of its last row, since they lie one behind the other;
 * 0 for its other rows.
 */
function eventUntil({ count, event: { values: events } }: RowTable, row: number, before: number): number {
  if (row > 0 && events[row - 1] === events[row]) return 0
  let end = row + 1
  while (end < count && events[end] === events[row]) end += 1
  return before + end
}

const TERMS = { short: textCell('short'), long: textCell('long') }

/** A transaction's id, as integers. */
const ID_INTS = 4

/** One number after the other is taken apart here. */
const PARTS: SplitAmount = new Float64Array(3)

function money(to: RowCells, amounts: Amounts, slot: number): void {
  numeric(to, amounts, slot, MONEY_SCALE)
}

function numeric(to: RowCells, amounts: Amounts, slot: number, scale: number): void {
  if (amounts.split(slot, scale, PARTS)) to.decimal(PARTS[0] === 1, PARTS[1]!, PARTS[2]!, scale)
  else to.numeric((text, at) => amounts.writeText(slot, scale, text, at))
}
