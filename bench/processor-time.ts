import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of processor time: of this process with all its threads, of PostgreSQL, and of what else it started. */
export interface ProcessorTime {
  readonly server: number
  readonly postgres: number
  readonly others: number
}

const MS_PER_TICK = 10

interface Process {
  readonly pid: number
  readonly parent: number
  readonly name: string
  /** With its children that have ended. */
  readonly ms: number
  readonly own: number
}

/** What was spent so far, where the system tells (Linux). */
export function processorTime(): ProcessorTime | undefined {
  if (process.platform !== 'linux') return undefined
  const all = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? statOf(pid) : []))
  const below = (pid: number): Process[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)])
  const started = below(process.pid)
  const sum = (processes: readonly Process[]) => processes.reduce((ms, of) => ms + of.ms, 0)
  const ofPostgres = started.filter(({ name }) => name === 'postgres')
  const own = all.find(({ pid }) => pid === process.pid)
  return {
    server: own?.own ?? 0,
    postgres: sum(ofPostgres),
    others:
      sum(started.filter(({ name }) => name !== 'postgres')) + (own === undefined ? 0 : own.ms - own.own),
  }
}

/** The difference in words. */
export function spentSince(before: ProcessorTime | undefined): string | undefined {
  const now = processorTime()
  if (before === undefined || now === undefined) return undefined
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  const { server, postgres, others } = now
  return `server ${seconds(server - before.server)} s, reading ${seconds(others - before.others)} s, PostgreSQL ${seconds(postgres - before.postgres)} s`
}

function statOf(pid: string): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = stat.lastIndexOf(')')
    const fields = stat.slice(end + 2).split(' ')
    const ticks = (...places: number[]) =>
      places.reduce((all, at) => all + Number(fields[at]), 0) * MS_PER_TICK
    const own = ticks(11, 12)
    const name = stat.slice(stat.indexOf('(') + 1, end)
    return [{ pid: Number(pid), parent: Number(fields[1]), name, own, ms: own + ticks(13, 14) }]
  } catch {
    return []
  }
}
