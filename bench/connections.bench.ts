import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { ImportSource } from '../packages/contract/src/index.ts'
import { PROVIDERS } from '../packages/sources/src/index.ts'
import { withOps } from '../apps/server/src/platform/database.ts'
import { sql } from '../apps/server/src/platform/sql.ts'
import { type BenchServer, withServer } from './bench-server.ts'
import { LONG_ADDRESS } from './long-chain.ts'
import { processorTime, spentSince } from './processor-time.ts'
import { storedLoad } from './stored-load.ts'

/** An address with so many transactions, from the first answer to the last stored row, beside COPY of the rows that it left. */
export async function connectionsBench(count: number): Promise<void> {
  const child = fork(new URL('./long-chain.child.ts', import.meta.url), [String(count)])
  const [url] = (await once(child, 'message')) as [string]
  // The pace that a provider is asked at says nothing of this code.
  Object.assign(PROVIDERS.routescan, { perSecond: 1e6, burst: 1e6 })
  try {
    await withServer(
      async (server) => {
        const before = peakMegabytes()
        const spent = processorTime()
        const begun = performance.now()
        await synced(server)
        const whole = performance.now() - begun
        const peak = peakMegabytes()
        const fetched = await fetchedAfter(server)
        const load = await storedLoad(server, ['fetched_pages'])
        const perSecond = (ms: number) => Math.round((count / ms) * 1000).toLocaleString('en-US')
        console.log(
          `${count.toLocaleString('en-US')} transactions of an address: ${(whole / 1000).toFixed(1)} s, ${perSecond(whole)} a second; the last answer kept after ${(fetched / 1000).toFixed(1)} s`,
        )
        console.log(
          `COPY of the ${load.count} rows it left: with their indexes ${(load.indexed / 1000).toFixed(1)} s, ${perSecond(load.indexed)} a second: ${(whole / load.indexed).toFixed(1)} x; without ${(load.bare / 1000).toFixed(1)} s`,
        )
        console.log(`memory of the server: ${before} MB before, ${peak} MB at its peak`)
        const told = spentSince(spent)
        if (told !== undefined) console.log(`processor time: ${told}`)
      },
      { PROVIDERS_URL: url },
    )
  } finally {
    child.disconnect()
  }
}

const peakMegabytes = () => Math.round(process.resourceUsage().maxRSS / 1024)

async function synced({ browser }: BenchServer): Promise<void> {
  const { source_id } = await browser.post<{ source_id: string }>('/blockchain_query', {
    coin: 'eth',
    address: LONG_ADDRESS,
  })
  for (;;) {
    const { data } = await browser.get<{ data: ImportSource }>(`/imports/v2/sources/${source_id}`)
    if (data.import_status === 'complete') {
      if (data.status_code !== null) throw new Error(`the import failed: ${data.status_code}, ${data.reason}`)
      return
    }
    await wait(100)
  }
}

/** Milliseconds from when the import was queued to its last answer. */
async function fetchedAfter({ db, userId }: BenchServer): Promise<number> {
  return withOps(db, async (tx) => {
    const { ms } = await tx.one<{ ms: string }>(sql`
      select extract(epoch from max(p.fetched_at) - min(i.created_at)) * 1000 as ms
      from fetched_pages p join imports i on i.user_id = p.user_id where p.user_id = ${userId}`)
    return Number(ms)
  })
}
