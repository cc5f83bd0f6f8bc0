import { readFile } from 'node:fs/promises'

/** A process that waits for a processor is given up after so many times its time all the same. */
const MOST_WAITING = 8
/** Looked at again after so long at least. */
const LEAST_MS = 20
/** What `/proc` counts processor time in: a hundredth of a second, on every Linux. */
const TICK_MS = 10

export interface ReadingTime {
  readonly end: () => void
}

/**
 * Calls `onOver` once a process has worked for so long since now. What it waited for a processor does not count, up to a
 * point: a busy machine is not the file's fault. Where the system does not tell, all time counts.
 *
 * @param worked milliseconds of processor time that the process has had so far, undefined where nobody knows.
 */
export function limitWork(
  ms: number,
  onOver: () => void,
  worked: () => Promise<number | undefined>,
): ReadingTime {
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
