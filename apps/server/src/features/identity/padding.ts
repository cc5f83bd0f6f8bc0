import { setTimeout as wait } from 'node:timers/promises'

const LEAST_MS = 120

/** Take the same time whether there was something to do or not, so that the clock tells nothing about who exists. */
export async function atLeast<T>(work: () => Promise<T>): Promise<T> {
  const padding = wait(LEAST_MS)
  try {
    return await work()
  } finally {
    await padding
  }
}
