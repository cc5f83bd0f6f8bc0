import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** Memory of a process that is really there, in bytes. */
export interface ProcessMemory {
  /** `server`, or the file that a process of its own runs. */
  readonly name: string
  readonly residentBytes: number
}

const PAGE_BYTES = 4096

/** Memory of this process and of those it started; of this one alone where the system has no `/proc`. */
export function processMemory(): ProcessMemory[] {
  const own = { name: 'server', residentBytes: process.memoryUsage.rss() }
  return [own, ...childrenOf(process.pid).flatMap(memoryOf)]
}

// Each thread of a process has the children that it started (proc(5), /proc/pid/task/tid/children).
function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
        .trim()
        .split(' ')
        .filter(Boolean)
        .map(Number),
    )
  } catch {
    return []
  }
}

function memoryOf(pid: number): ProcessMemory[] {
  try {
    const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const file = words.find((word) => /\.(ts|js|mjs)$/.test(word)) ?? words[0] ?? ''
    return [{ name: basename(file).replace(/\.child\.ts$/, ''), residentBytes: Number(pages) * PAGE_BYTES }]
  } catch {
    // It has ended meanwhile.
    return []
  }
}
