// Entry of the thread that asks the server and its floor by turns: what a browser does must not count as either's.
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { parentPort, workerData } from 'node:worker_threads'
import type { Login } from './bench-server.ts'

export interface AskedRoutes {
  readonly address: string
  readonly login: Login
  /** What of the server is set against which route of the floor. */
  readonly pairs: readonly { readonly path: string; readonly floor: string }[]
}

/** Milliseconds of each answer, in turn. */
export interface Answered {
  readonly ours: number[]
  readonly floor: number[]
}

/** A session may read so much at once, and more after a while: there are enough of them that none has to wait. */
const SESSIONS = 8
const WARM_UP = 20
const ROUNDS = 180

const { address, login, pairs } = workerData as AskedRoutes
const agent = new Agent({ keepAlive: true })
const cookies: string[] = []
for (let n = 0; n < SESSIONS; n += 1) {
  const { headers } = await fetch(`${address}/api/identity/log_in`, {
    method: 'POST',
    headers: { 'x-lotbook': '1', 'content-type': 'application/json' },
    body: JSON.stringify(login),
  })
  cookies.push(
    headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  )
}
const answered: Answered[] = []
for (const { path, floor } of pairs) {
  const times: Answered = { ours: [], floor: [] }
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const ask = {
      ours: () => timed(`${address}/api${path}`, { cookie: cookies[round % SESSIONS] ?? '' }),
      floor: () => timed(floor, {}),
    }
    // Now the one first and now the other: who comes second finds the processor's stores warm.
    for (const which of round % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const)) {
      const ms = await ask[which]()
      if (round >= WARM_UP) times[which].push(ms)
    }
  }
  answered.push(times)
}
agent.destroy()
parentPort?.postMessage(answered)

async function timed(url: string, headers: Record<string, string>): Promise<number> {
  const begun = performance.now()
  const [response] = await once(get(url, { agent, headers }), 'response')
  await text(response)
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
  return performance.now() - begun
}
