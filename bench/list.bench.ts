import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { floorRoute } from '../apps/server/src/testing/floor-route.ts'
import type { BenchServer } from './bench-server.ts'
import { report } from './report.ts'
import type { Answered, AskedRoutes } from './route-client.ts'

interface Page {
  readonly rows: readonly { readonly id: string }[]
  readonly next: string | null
}

/** Each filter of the list, and both of its orders. */
const FILTERS = [
  'order=newest',
  'order=oldest',
  'asset=COIN0',
  'asset=COIN49',
  'asset=USD&type=buy',
  'asset=NONE',
  'type=sell',
  'type=ico',
  'type=transfer',
  'sub_type=staking_reward',
  'year=2019',
  'year=2019&asset=COIN30&type=trade',
  'from_day=2018-03-05',
  'from_day=2018-03-05&to_day=2018-04-05',
  'review=true',
  'edited=true',
  'ignored=true',
]
const ROUNDS = 5
/** Below what a session may read in a second. */
const PAUSE_MS = 60

/** P14, P16 and an edit, on the journal that the server has. */
export async function listBench(server: BenchServer, count: number): Promise<void> {
  const { browser } = server
  await routeBench(server, count)

  const times: number[] = []
  let next = (await browser.get<Page>('/transactions?limit=50')).next
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const filter of FILTERS) {
      times.push(await timed(() => browser.get(`/transactions?limit=50&${filter}`)))
      await wait(PAUSE_MS)
    }
    times.push(
      await timed(async () => {
        next = (await browser.get<Page>(`/transactions?limit=50&cursor=${next}`)).next
      }),
    )
  }
  report('P16', `p95 of filters, orders and pages in the API, ${count}`, percentile(times, 0.95), 300, 'ms')

  const { rows } = await browser.get<Page>('/transactions?limit=5&type=buy')
  const moves = await browser.get<Page>('/transactions?limit=5&type=transfer&asset=COIN0')
  const edit = async (list: readonly { id: string }[], change: (n: number) => object) => {
    const spent: number[] = []
    for (const [n, { id }] of list.entries()) {
      spent.push(await timed(() => browser.patch(`/transactions/${id}`, { edit: change(n) })))
      await wait(250)
    }
    return median(spent).toFixed(0)
  }
  // No target is set for an edit; nobody should wait for one.
  console.log(
    `an edit: of a purchase ${await edit(rows, (n) => ({ to_amount: `1.00${n + 1}` }))} ms, of a self-transfer ${await edit(moves.rows, (n) => ({ from_amount: `1.00${n + 1}` }))} ms`,
  )
}

/** P14: the page of the list and one transaction, each against the bare framework with the same queries. */
async function routeBench({ db, keys, browser, userId, address, login }: BenchServer, count: number) {
  const { rows } = await browser.get<Page>('/transactions?limit=50')
  const id = rows[25]?.id ?? ''
  const floor = await floorRoute(db, keys, userId, id)
  const asked: AskedRoutes = {
    address,
    login,
    pairs: [
      { path: '/transactions?limit=50', floor: floor.page },
      { path: `/transactions/${id}`, floor: floor.row },
    ],
  }
  const client = new Worker(new URL('route-client.ts', import.meta.url), { workerData: asked })
  const [[page, row]] = (await once(client, 'message')) as [[Answered, Answered]]
  await floor.close()
  for (const [what, { ours, floor: least }] of [
    ['a page', page],
    ['one transaction', row],
  ] as const) {
    const [time, bare] = [median(ours), median(least)]
    console.log(`${count} transactions: F-route ${bare.toFixed(1)} ms, ${what} ${time.toFixed(1)} ms`)
    // 0.7 times the throughput is 1 / 0.7 times the time.
    report('P14', `time of ${what} against F-route, ${count}`, time / bare, 1.43)
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

function median(times: readonly number[]): number {
  return percentile(times, 0.5)
}

function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
}
