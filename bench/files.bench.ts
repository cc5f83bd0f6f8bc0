import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import Papa from 'papaparse'
import { from as copyFrom } from 'pg-copy-streams'
import { readFile } from '../packages/sources/src/index.ts'
import { self, withSubject } from '../apps/server/src/platform/database.ts'
import { told, watchEventLoop, worstOf, type LoopBlocks } from './event-loop.ts'
import type { DroppedFile } from './files-client.ts'
import { processorTime, spentSince } from './processor-time.ts'
import { middle, report } from './report.ts'
import { withServer, type BenchServer } from './bench-server.ts'
import { storedLoad, type StoredLoad } from './stored-load.ts'

/** Of another customer, whose file is imported first: the server has been in use for a while, and has compiled what it runs. */
const BEFORE = 1_000_000

/** As many customers import the same file: what the machine does in a few seconds says little. */
const ROUNDS = 3

/** P13, P11 and the reader alone, over a Kraken ledger of this size. */
export async function filesBench(bytes: number): Promise<void> {
  const text = ledgerOf(bytes)
  const buffer = Buffer.from(text)
  await withServer(async (server) => {
    await imported(await server.another(), Buffer.from(ledgerOf(Math.min(bytes, BEFORE))))
    const rounds: Round[] = []
    while (rounds.length < ROUNDS) {
      const customer = await server.another()
      const { whole, blocks, spent } = await imported(customer, buffer)
      // Right behind it: what else the machine does meets both.
      const parsed = quickest(3, () => Papa.parse<string[]>(text).data.length)
      const floors = { parsed, rows: await bulkLoad(customer, text), left: await storedLoad(customer) }
      rounds.push({ whole, blocks, floors })
      console.log(
        `${(buffer.length / 1e6).toFixed(1)} MB, ${text.split('\n').length} rows: drop to listed ${whole.toFixed(0)} ms, F-csv ${parsed.toFixed(0)} ms, bulk load of the file's rows ${floors.rows.toFixed(0)} ms`,
      )
      const { count, bare, indexed } = floors.left
      console.log(
        `COPY of the ${count} rows it left: ${bare.toFixed(0)} ms (not reported, ${(whole / (parsed + bare)).toFixed(1)} x), with their indexes ${indexed.toFixed(0)} ms`,
      )
      if (spent !== undefined) console.log(`processor time: ${spent}`)
      // What the floors left would be tidied up while the next is watched.
      globalThis.gc?.()
    }
    const read = quickest(2, () => readFile({ name: 'ledgers.csv', bytes: buffer }))
    const parsed = Math.min(...rounds.map(({ floors }) => floors.parsed))
    // No target is set for the reader alone; its share of P13 is worth knowing.
    console.log(
      `reader (detect, read, check, name) ${read.toFixed(0)} ms, against F-csv: ${(read / parsed).toFixed(2)} x`,
    )
    const against = (floor: (of: Floors) => number) =>
      middle(rounds.map(({ whole, floors }) => whole / (floors.parsed + floor(floors))))
    const what = `drop to listed, the middle of ${ROUNDS}, against F-csv plus COPY of the rows`
    report(
      'P13',
      `${what} it left`,
      against(({ left }) => left.indexed),
      5,
    )
    report(
      'P13',
      `${what} of the file as text`,
      against(({ rows }) => rows),
      5,
    )
    const blocks = worstOf(rounds.map((round) => round.blocks))
    report('P11', 'longest block of the event loop while it is imported', blocks.longest, 80, 'ms')
    console.log(told(blocks))
  })
}

/** An import, and its floors right behind it, in milliseconds. */
interface Round {
  readonly whole: number
  readonly blocks: LoopBlocks
  readonly floors: Floors
}

interface Floors {
  /** F-csv. */
  readonly parsed: number
  /** COPY of the file's rows as text. */
  readonly rows: number
  readonly left: StoredLoad
}

function ledgerOf(bytes: number): string {
  const lines = ['txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance']
  for (let n = 0, size = 0; size < bytes; n += 1) {
    const time = new Date(Date.UTC(2021, 0, 1) + n * 900_000).toISOString().slice(0, 19).replace('T', ' ')
    const coin = `L${n}C-AAAAA-BBBBBB,T${n}-CCCCC-DDDDDD,${time},trade,tradespot,currency,XXBT,spot / main,0.0010000000,0.0000000000,`
    const cash = `L${n}U-AAAAA-BBBBBB,T${n}-CCCCC-DDDDDD,${time},trade,tradespot,currency,ZUSD,spot / main,-25.0000,0.0400,`
    lines.push(coin, cash)
    size += coin.length + cash.length + 2
  }
  return `${lines.join('\n')}\n`
}

function quickest(runs: number, work: () => unknown): number {
  let best = Infinity
  for (let i = 0; i < runs; i += 1) {
    const begun = performance.now()
    work()
    best = Math.min(best, performance.now() - begun)
  }
  return best
}

/** The same rows by COPY into a table of text columns: what any import costs at least. */
async function bulkLoad({ db, userId }: BenchServer, text: string): Promise<number> {
  return withSubject(db, self(userId), async (tx) => {
    const columns = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance'.split(',')
    await tx.client.query(
      `create temp table floor_rows (${columns.map((c) => `${c} text`).join(', ')}) on commit drop`,
    )
    const begun = performance.now()
    await pipeline(
      Readable.from([Buffer.from(text)]),
      tx.client.query(copyFrom('copy floor_rows from stdin (format csv, header true)')),
    )
    return performance.now() - begun
  })
}

interface Imported {
  readonly whole: number
  /** Of the event loop of the server. */
  readonly blocks: LoopBlocks
  readonly spent: string | undefined
}

/** Drop a file and wait until it is listed, as somebody who has an event loop of their own. */
async function imported({ address, login }: BenchServer, bytes: Buffer): Promise<Imported> {
  const client = new Worker(new URL('./files-client.ts', import.meta.url), {
    workerData: { address, login, bytes } satisfies DroppedFile,
  })
  await once(client, 'message')
  const before = processorTime()
  const watched = watchEventLoop()
  client.postMessage('drop')
  const [whole] = (await once(client, 'message')) as [number]
  return { whole, blocks: watched(), spent: spentSince(before) }
}
