import type { CalculateOptions } from '@lotbook/tax'
import type { Io, Progress } from './io.ts'

const START_OF_EMPTY_LINE = '\r\u001B[K'

/**
 * Progress as lines of a terminal: the step that a command is at is written over by the next, and those that are done stay above.
 *
 * @returns also `clear`, for whatever else is written: it takes the step away.
 */
export function terminalProgress(write: (text: string) => void): Progress & { readonly clear: () => void } {
  let isShown = false
  const clear = () => {
    if (isShown) write(START_OF_EMPTY_LINE)
    isShown = false
  }
  return {
    clear,
    step(text) {
      write(`${START_OF_EMPTY_LINE}${text} ...`)
      isShown = true
    },
    done(text) {
      clear()
      write(`${text}\n`)
    },
  }
}

/** A count as a person reads it: `104,332 transactions`, `1 file`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** Options of a calculation whose progress a person may watch. */
export function calculating({ progress }: Pick<Io, 'progress'>): CalculateOptions {
  if (progress === undefined) return {}
  return {
    onProgress({ stage, done, total }) {
      const part = total === 0 ? '' : ` ${Math.floor((100 * done) / total)}%`
      progress.step(`Calculating: ${stage.toLowerCase()}${part}`)
    },
  }
}
