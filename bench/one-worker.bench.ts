import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { mixedHistory } from '../apps/server/src/testing/mixed-history.ts'
import type { CalculationState, ImportSource, UploadResult } from '../packages/contract/src/index.ts'
import { withServer, type BenchServer } from './bench-server.ts'
import { SILENT_ADDRESS } from './long-chain.ts'
import { middle, report } from './report.ts'
import { storeJournal } from './stored-journal.ts'

/** Customers measured alone, and as many beside the long work; the middle one of each counts. */
const MEASURED = 3
const SHORT_FILE = 600
const SHORT_HISTORY = 300
const SHORT_ADDRESS = 300

/**
 * P18: the short work of three customers on a server with one worker, alone and beside the longest work of another: a provider that
 * never answers, a long calculation, a long file; last three customers at once, beside the provider and the calculation together.
 *
 * @param calculated - transactions of the long calculation.
 * @param imported - rows of the long file.
 */
export async function oneWorkerBench(calculated: number, imported: number): Promise<void> {
  const child = fork(new URL('./long-chain.child.ts', import.meta.url), [String(SHORT_ADDRESS)])
  const [url] = (await once(child, 'message')) as [string]
  try {
    await withWarmServer(url, async (server) => {
      await besideSilence(server)
      await besideCalculation(server, calculated)
      await besideImport(server, imported)
    })
    // One address may sign up so often and no more, so this has a server of its own.
    await withWarmServer(url, (server) => atOnceBesideBoth(server, calculated))
  } finally {
    child.disconnect()
  }
}

/** A server that has done each kind of work once: whoever comes first waits for the compiler. */
function withWarmServer(providers: string, measure: (server: BenchServer) => Promise<void>): Promise<void> {
  return withServer(
    async (server) => {
      await shortWork.calculate(server)
      await shortWork.address(await server.another())
      await measure(server)
    },
    { PROVIDERS_URL: providers },
  )
}

/** Short work of a new customer: resolves with the milliseconds that the customer waited. */
type ShortWork = (server: BenchServer) => Promise<number>

const shortWork: Readonly<Record<'file' | 'calculate' | 'address', ShortWork>> = {
  /** The upload of a short file, up to its last row. */
  file: (server) => imported(server, SHORT_FILE),
  /** The calculation of a short history. */
  calculate: async (server) => {
    await imported(server, SHORT_HISTORY)
    const begun = performance.now()
    await startCalculation(server)
    await until(async () => (await calculationOf(server)) === 'done')
    return performance.now() - begun
  },
  /** A connected address with a short history, up to its last transaction. */
  address: async (server) => {
    const begun = performance.now()
    // One of its own for each: what a provider is asked at is its pace, and nobody's turn is another's.
    await connected(server, 'eth', `0x${server.userId.replaceAll('-', '').padEnd(40, '0')}`)
    return performance.now() - begun
  },
}

async function besideSilence(server: BenchServer): Promise<void> {
  const alone = await waits(server, shortWork.address)
  await askSilence(server)
  tell('an address beside a provider that never answers', alone, await waits(server, shortWork.address))
}

async function besideCalculation(server: BenchServer, count: number): Promise<void> {
  const alone = await waits(server, shortWork.calculate)
  const long = await server.another()
  await storeJournal(long, count)
  globalThis.gc?.()
  const begun = performance.now()
  await startCalculation(long)
  await until(async () => (await calculationOf(long)) === 'running')
  const beside = await waits(
    server,
    shortWork.calculate,
    async () => (await calculationOf(long)) === 'running',
  )
  await until(async () => (await calculationOf(long)) === 'done')
  console.log(`the long calculation: ${seconds(performance.now() - begun)}`)
  tell(`${SHORT_HISTORY} rows calculated beside ${count} transactions`, alone, beside)
}

async function besideImport(server: BenchServer, rows: number): Promise<void> {
  const alone = await waits(server, shortWork.file)
  const long = await server.another()
  const begun = performance.now()
  const id = await uploaded(long, rows)
  const beside = await waits(server, shortWork.file, async () => !(await isComplete(long, id)))
  await until(() => isComplete(long, id))
  console.log(`the long import: ${seconds(performance.now() - begun)}`)
  tell(`${SHORT_FILE} rows imported beside ${rows}`, alone, beside)
}

async function atOnceBesideBoth(server: BenchServer, count: number): Promise<void> {
  const alone = await waitsAtOnce(server)
  await askSilence(server)
  const long = await server.another()
  await storeJournal(long, count)
  globalThis.gc?.()
  await startCalculation(long)
  await until(async () => (await calculationOf(long)) === 'running')
  const beside = await waitsAtOnce(server)
  const isBeside = (await calculationOf(long)) === 'running'
  console.log(`the long calculation ${isBeside ? 'went on all the time' : 'ended before the three did'}`)
  await until(async () => (await calculationOf(long)) === 'done')
  for (const kind of ['file', 'calculate', 'address'] as const)
    tell(
      `${kind}, three at once beside silence and ${count} transactions`,
      alone.map((customer) => customer[kind]),
      beside.map((customer) => customer[kind]),
    )
}

/** Three new customers at once, each with every kind of short work, one after the other. */
function waitsAtOnce(server: BenchServer): Promise<Readonly<Record<keyof typeof shortWork, number>>[]> {
  return Promise.all(
    Array.from({ length: MEASURED }, async () => {
      const file = await shortWork.file(await server.another())
      const calculate = await shortWork.calculate(await server.another())
      return { file, calculate, address: await shortWork.address(await server.another()) }
    }),
  )
}

/** Three more customers whose provider never answers. */
async function askSilence(server: BenchServer): Promise<void> {
  const others = [await server.another(), await server.another(), await server.another()]
  for (const { browser } of others)
    await browser.post('/blockchain_query', { coin: 'btc', address: SILENT_ADDRESS })
  await wait(1_000)
}

/** @param isBeside - whether the long work is still going on: what came after it is not counted. */
async function waits(
  server: BenchServer,
  work: ShortWork,
  isBeside: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<number[]> {
  const waited: number[] = []
  while (waited.length < MEASURED) {
    const ms = await work(await server.another())
    if (waited.length > 0 && !(await isBeside())) break
    waited.push(ms)
  }
  return waited
}

async function imported(server: BenchServer, rows: number): Promise<number> {
  const begun = performance.now()
  const id = await uploaded(server, rows)
  await until(() => isComplete(server, id))
  return performance.now() - begun
}

async function uploaded({ browser }: BenchServer, rows: number): Promise<string> {
  const form = new FormData()
  form.set('file', new File([mixedHistory(rows, 'a')], 'history.csv', { type: 'text/csv' }))
  form.set('exchange_value', 'Custom CSV')
  const { source_id: id } = await browser.upload<UploadResult>('/csv_uploads', form)
  if (id === null) throw new Error('the file was not recognized')
  return id
}

async function connected(server: BenchServer, coin: string, address: string): Promise<void> {
  const { source_id: id } = await server.browser.post<{ source_id: string }>('/blockchain_query', {
    coin,
    address,
  })
  await until(() => isComplete(server, id))
}

async function isComplete({ browser }: BenchServer, id: string): Promise<boolean> {
  const { data } = await browser.get<{ data: ImportSource }>(`/imports/v2/sources/${id}`)
  if (data.import_status === 'complete' && data.reason !== null)
    throw new Error(`the import failed: ${data.status_code}, ${data.reason}`)
  return data.import_status === 'complete'
}

async function startCalculation({ browser }: BenchServer): Promise<void> {
  await browser.post('/imports/v1/tax_calculations/start_tax_calculation')
}

async function calculationOf({ browser }: BenchServer): Promise<string | undefined> {
  const { data } = await browser.get<{ data: CalculationState[] }>('/tax_calculations')
  return data[0]?.state
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  // A browser may ask twenty times a second.
  while (!(await isSo())) await wait(60)
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

function tell(what: string, alone: readonly number[], beside: readonly number[]): void {
  const each = (waited: readonly number[]) => waited.map((ms) => ms.toFixed(0)).join(', ')
  console.log(`${what}: ${each(beside)} ms, alone ${each(alone)} ms`)
  report('P18', what, middle(beside) / middle(alone), 1.5)
}
