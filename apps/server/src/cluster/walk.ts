import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'

/** Journeys that are walked where none are named: from two files to the figures of a year and out as forms, and uploads. */
const MAIN_JOURNEY = ['tax.spec.ts', 'upload.spec.ts']
/** Between a node that is back and the next one that is killed. */
const PAUSE_MS = 4_000
const PLAYWRIGHT = join(import.meta.dirname, '../../../../node_modules/@playwright/test/cli.js')

/** Figures of a walk. */
export interface Walk {
  readonly hasPassed: boolean
  readonly kills: number
  /** How long a node that serves was not ready after it was killed, the longest, in milliseconds. */
  readonly longestAwayMs: number
  /** Answers of the proxy by the first digit of their status, and requests that it sent a second time. */
  readonly answers: Readonly<Record<string, number>>
  readonly sentAgain: number
}

/** Walk journeys of the browser through the proxy, while the nodes are killed without a word, one after the other. */
export async function walk(cluster: Cluster, journeys: readonly string[]): Promise<Walk> {
  const child = spawn(
    process.execPath,
    [PLAYWRIGHT, 'test', ...(journeys.length > 0 ? journeys : MAIN_JOURNEY), '--reporter=list'],
    { stdio: 'inherit', env: { ...process.env, E2E_URL: cluster.address } },
  )
  let hasEnded = false
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve)).finally(
    () => (hasEnded = true),
  )
  const killed = killInTurn(cluster, () => hasEnded)
  const code = await ended
  return { hasPassed: code === 0, ...(await killed), ...(await figuresOf(cluster.statistics)) }
}

async function killInTurn(
  cluster: Cluster,
  hasEnded: () => boolean,
): Promise<Pick<Walk, 'kills' | 'longestAwayMs'>> {
  let [kills, longestAwayMs] = [0, 0]
  for (;;) {
    for (const node of cluster.nodes) {
      await wait(PAUSE_MS)
      if (hasEnded()) return { kills, longestAwayMs }
      node.kill('SIGKILL')
      kills += 1
      if (node.port === undefined) continue
      const begun = performance.now()
      while (!(await cluster.isReady(node)) && !hasEnded()) await wait(50)
      longestAwayMs = Math.max(longestAwayMs, Math.round(performance.now() - begun))
    }
  }
}

/** HAProxy's own count, of its back: "Unix Socket commands", `show stat`. */
async function figuresOf(socket: string): Promise<Pick<Walk, 'answers' | 'sentAgain'>> {
  const asked = connect(socket)
  asked.end('show stat\n')
  const [header = '', ...lines] = (await text(asked)).replace(/^# /, '').trim().split('\n')
  const names = header.split(',')
  const back = lines
    .map((line) => line.split(','))
    .find(([proxy, server]) => proxy === 'api' && server === 'BACKEND')
  const figure = (name: string) => Number(back?.[names.indexOf(name)] ?? Number.NaN)
  const answers = Object.fromEntries(
    ['2', '3', '4', '5'].map((digit) => [`${digit}xx`, figure(`hrsp_${digit}xx`)]),
  )
  return { answers, sentAgain: figure('wretr') + figure('wredis') }
}
