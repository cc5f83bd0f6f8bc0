import { readFile } from 'node:fs/promises'

/** A process that only waits for a processor is given up after this many times its limit. */
const MOST_WAITING = 8
/** Shortest pause between two looks at the processor time. */
const LEAST_MS = 20
/** `/proc` counts processor time in hundredths of a second, on every Linux. */
const TICK_MS = 10
const MEMORY_LOOK_MS = 250

/** A watch over a reading process. */
export interface Watch {
  readonly end: () => void
}

/**
 * Calls `onOver` once a process has worked for `ms` from now on. Time it waited for a processor does not count, up to a point:
 * a busy machine is not the file's fault. Where the system does not say, all time counts.
 *
 * @param worked - milliseconds of processor time the process has had so far; undefined where the system does not say.
 */
export function limitWork(ms: number, onOver: () => void, worked: () => Promise<number | undefined>): Watch {
  const begun = performance.now()
  let isEnded = false
  let timer: NodeJS.Timeout
  const before = worked()
  const over = () => {
    if (isEnded) return
    isEnded = true
    onOver()
  }
  const look = async () => {
    const [first, now] = [await before, await worked()]
    const left = MOST_WAITING * ms - (performance.now() - begun)
    const rest = first === undefined || now === undefined ? 0 : ms - (now - first)
    if (rest <= 0 || left <= 0) over()
    else if (!isEnded) wait(Math.min(left, Math.max(rest, LEAST_MS)))
  }
  const wait = (forMs: number) => {
    timer = setTimeout(() => void look(), forMs)
  }
  wait(ms)
  return {
    end: () => {
      isEnded = true
      clearTimeout(timer)
    },
  }
}

/**
 * Processor time that a process has had, all its threads together.
 *
 * @returns undefined where the system does not tell, or the process is gone (proc_pid_stat(5): utime and stime).
 */
export async function processorTimeOf(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name of the program stands in brackets, and may be anything.
    const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return TICK_MS * (Number(user) + Number(system))
  } catch {
    return undefined
  }
}

/**
 * Calls `onBreach` once a process holds more memory than `residentKb`. The limit of the heap does not count buffers, so the
 * whole process is watched too, where the system says (proc_pid_status(5): VmRSS).
 */
export function watchMemory(pid: number, residentKb: number, onBreach: () => void): Watch {
  if (process.platform !== 'linux') return { end: () => {} }
  const timer = setInterval(() => {
    readFile(`/proc/${pid}/status`, 'utf8').then(
      (status) => {
        const resident = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
        if (resident !== undefined && Number(resident) > residentKb) onBreach()
      },
      () => {},
    )
  }, MEMORY_LOOK_MS)
  return { end: () => clearInterval(timer) }
}
