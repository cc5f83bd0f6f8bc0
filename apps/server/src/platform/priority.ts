import { getPriority, setPriority } from 'node:os'

/** How much less a processor is given to long work than to what others wait for: about a quarter, where both want it. */
const STEPS = 5
const LOWEST = 19
/** On Linux 0 is the thread that asks, and each thread has a priority of its own; elsewhere it is the whole process (setpriority(2)). */
const ITSELF = 0

/**
 * Let shorter work have the processor before this thread, for good: a priority that was lowered is not raised again without a
 * privilege. Does nothing where a thread has none of its own.
 */
export function yieldToOthers(): void {
  if (process.platform !== 'linux') return
  yieldProcess(ITSELF)
}

/** The same for a process. */
export function yieldProcess(pid: number): void {
  try {
    setPriority(pid, Math.min(LOWEST, getPriority(pid) + STEPS))
  } catch {
    // Gone, or not to be changed: it is as quick as others then.
  }
}
