import { pipeline } from 'node:stream/promises'
import { Writable } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import type { Tx } from './database.ts'
import { plannedOnce, type Sql } from './sql.ts'

/** Signature, flags and the length of an extension of the header that there is none of. */
const HEADER_BYTES = 19
const END = -1
/** To begin with, and beyond what a row needs. */
const ROOM = 64 * 1024

type TakeRow = (cells: readonly (Buffer | undefined)[], row: Buffer) => void

/**
 * Take each row of a query by COPY's binary format (PostgreSQL, "COPY", Binary Format): the driver's rows would bring every byte
 * as two digits, and an object for each row.
 *
 * @param take its cells as the database sends them; null is undefined. And all of them as they lie, each behind its length. They hold until
 *   the next row is taken.
 */
export async function eachRow(tx: Tx, query: Sql, take: TakeRow): Promise<void> {
  const rows = new RowsIn(take)
  await pipeline(
    tx.client.query(copyTo(`copy (${literal(tx, query)}) to stdout (format binary)`)),
    new Writable({
      write(piece: Buffer, _encoding, done) {
        rows.read(piece)
        done()
      },
    }),
  )
}

/** The same by COPY's text format: cells of rows of which most are numbers and words. */
export async function eachTextRow(
  tx: Tx,
  query: Sql,
  take: (cells: readonly (string | null)[]) => void,
): Promise<void> {
  let rest = ''
  const decoder = new TextDecoder()
  await pipeline(
    tx.client.query(copyTo(`copy (${literal(tx, query)}) to stdout`)),
    new Writable({
      write(bytes: Buffer, _encoding, done) {
        const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) take(line.split('\t').map(cellOf))
        done()
      },
    }),
  )
}

function literal(tx: Tx, query: Sql): string {
  return query.toLiteral((text) => tx.client.escapeLiteral(text))
}

function cellOf(text: string): string | null {
  if (text === '\\N') return null
  return text.includes('\\') ? unescaped(text) : text
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, (_, c: string) => ESCAPES[c] ?? c)
}

/** Transactions in which plans that are kept are used. */
const keepingPlans = new WeakSet<Tx>()

/**
 * All rows of a query that is planned once (`plannedOnce`), each as its cells in text. Few rows: to plan for them, as COPY does anew
 * each time, takes longer than to read them, so the plan that is kept is used whatever the planner thinks of it. From then on that
 * holds for all that is asked in the transaction, until `planAnew`.
 */
export async function fewRows(tx: Tx, query: Sql): Promise<readonly (readonly (string | null)[])[]> {
  if (!keepingPlans.has(tx)) await usePlans(tx, 'force_generic_plan')
  keepingPlans.add(tx)
  const { rows } = await tx.client.query<(string | null)[]>({
    ...query.toQuery(),
    rowMode: 'array',
    types: { getTypeParser: () => (text: string) => text },
  })
  return rows
}

/** For what is asked next a plan that is kept may be a poor one. */
export async function planAnew(tx: Tx): Promise<void> {
  if (keepingPlans.delete(tx)) await usePlans(tx, 'auto')
}

function usePlans(tx: Tx, mode: string): Promise<unknown> {
  return tx.all(plannedOnce`select set_config('plan_cache_mode', ${mode}, true)`)
}

/**
 * Rows out of bytes that come in pieces; a row may come in many. They are put together in the same place: memory asked for again and
 * again would make the runtime look through the whole heap for what can go.
 */
class RowsIn {
  #skip = HEADER_BYTES
  /** What has come of a row that is not whole yet, and how many bytes it must have before it is worth looking at again. */
  #held = Buffer.allocUnsafe(ROOM)
  #heldBytes = 0
  #needed = 0
  readonly #take: TakeRow

  constructor(take: TakeRow) {
    this.#take = take
  }

  read(piece: Buffer): void {
    this.#hold(piece)
    if (this.#heldBytes < this.#needed) return
    const bytes = this.#held.subarray(0, this.#heldBytes)
    let at = this.#skip
    for (let end = this.#row(bytes, at); end !== undefined; end = this.#row(bytes, at)) at = end
    this.#skip = Math.max(0, at - bytes.length)
    this.#held.copyWithin(0, at, this.#heldBytes)
    this.#heldBytes -= Math.min(at, bytes.length)
    this.#needed -= Math.min(at, bytes.length)
  }

  #hold(piece: Buffer): void {
    const length = this.#heldBytes + piece.length
    if (length > this.#held.length) {
      const grown = Buffer.allocUnsafe(Math.max(this.#needed, length) + ROOM)
      this.#held.copy(grown, 0, 0, this.#heldBytes)
      this.#held = grown
    }
    this.#held.set(piece, this.#heldBytes)
    this.#heldBytes = length
  }

  /** Take the row that begins at a place. @returns where it ends; undefined where it is not whole, or there is none. */
  #row(bytes: Buffer, start: number): number | undefined {
    if (!this.#has(bytes, start + 2)) return undefined
    const count = bytes.readInt16BE(start)
    if (count === END) return undefined
    const cells: (Buffer | undefined)[] = []
    let at = start + 2
    for (let n = 0; n < count; n += 1) {
      if (!this.#has(bytes, at + 4)) return undefined
      const length = bytes.readInt32BE(at)
      at += 4
      if (length === END) cells.push(undefined)
      else {
        if (!this.#has(bytes, at + length)) return undefined
        cells.push(bytes.subarray(at, at + length))
        at += length
      }
    }
    this.#take(cells, bytes.subarray(start + 2, at))
    return at
  }

  #has(bytes: Buffer, end: number): boolean {
    this.#needed = end
    return bytes.length >= end
  }
}
