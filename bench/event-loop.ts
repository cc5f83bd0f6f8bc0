import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How often the loop is looked at for its processor time. */
const BEAT_MS = 2
/** How often it is asked to be there: what is told as the longest is up to so much more than it was. */
const ASKED_EVERY_MS = 1

export interface LoopBlocks {
  /** Milliseconds that the loop stood still at most. */
  readonly longest: number
  /** Of its own processor time, the most that it took at once: what others on the machine do not change. */
  readonly busiest: number
  /** How long it had something to do and no processor to do it on, in all; undefined where the system does not tell. */
  readonly waited: number | undefined
}

/** The longest of several, and what they waited in all. */
export function worstOf(all: readonly LoopBlocks[]): LoopBlocks {
  return {
    longest: Math.max(...all.map(({ longest }) => longest)),
    busiest: Math.max(...all.map(({ busiest }) => busiest)),
    waited: all.reduce((sum, { waited = 0 }) => sum + waited, 0),
  }
}

/** Watch the event loop of this thread until the function given back is called. */
export function watchEventLoop(): () => LoopBlocks {
  const delay = monitorEventLoopDelay({ resolution: ASKED_EVERY_MS })
  let busiest = 0
  let last = process.threadCpuUsage()
  const beat = setInterval(() => {
    const now = process.threadCpuUsage()
    busiest = Math.max(busiest, (now.user - last.user + now.system - last.system) / 1000)
    last = now
  }, BEAT_MS)
  const before = waitedSoFar()
  delay.enable()
  return () => {
    delay.disable()
    clearInterval(beat)
    const now = waitedSoFar()
    const waited = before === undefined || now === undefined ? undefined : now - before
    return { longest: delay.max / 1e6, busiest, waited }
  }
}

/** What stands beside P11. */
export function told({ busiest, waited }: Pick<LoopBlocks, 'busiest' | 'waited'>): string {
  const waits = waited === undefined ? '' : `, and waited ${waited.toFixed(0)} ms for a processor in all`
  return `of its own processor time, the loop never took more than ${busiest.toFixed(0)} ms at once${waits}`
}

/** Milliseconds that the main thread has waited for a processor (Linux). */
function waitedSoFar(): number | undefined {
  try {
    const [, waited] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
    return Number(waited) / 1e6
  } catch {
    return undefined
  }
}
