import Papa from 'papaparse'
import { readFile } from '../packages/sources/src/index.ts'
import { type ExampleFile, exampleFiles } from '../packages/sources/src/files/testing/example-files.ts'
import { exampleHistory } from './example-history.ts'
import { middle, report } from './report.ts'

/** A slower reader than so many times the median has a cause of its own. */
const SLOWEST = 10

/** As many of the slowest are shown once more. */
const SHOWN = 15

interface Speed {
  readonly id: string
  readonly rows: number
  /** Rows of one second of processor time. */
  readonly perSecond: number
  /** Processor time of the reader, against that of the bare parser over the same text. */
  readonly ratio: number
}

/** The reader of every format with an example, against F-csv over the same text: the example repeated to so many rows. */
export function formatsBench(count: number): void {
  const speeds = exampleFiles.map((example) => speedOf(example, count))
  console.log('the slowest:')
  for (const speed of speeds.toSorted((a, b) => b.ratio - a.ratio).slice(0, SHOWN)) console.log(told(speed))
  const median = middle(speeds.map(({ ratio }) => ratio))
  const rates = speeds.map(({ perSecond }) => perSecond)
  console.log(
    `median of ${speeds.length} formats: ${middle(rates).toFixed(0)} rows a second, ${median.toFixed(1)} x F-csv`,
  )
  report(
    '',
    `the slowest reader's rows a second below the median`,
    middle(rates) / Math.min(...rates),
    SLOWEST,
  )
}

function speedOf(example: ExampleFile, count: number): Speed {
  const text = exampleHistory(example, count)
  const file = { name: example.name, bytes: Buffer.from(text), mostBytes: Infinity }
  const read = leastTime(2, () => {
    const reading = readFile(file, example.options)
    if (reading.outcome !== 'read') throw new Error(`${example.id}: ${reading.outcome}`)
    return reading.dataRows
  })
  const parsed = leastTime(2, () => Papa.parse<string[]>(text).data.length)
  const rows = read.result
  const speed = { id: example.id, rows, perSecond: rows / (read.ms / 1000), ratio: read.ms / parsed.ms }
  console.log(told(speed))
  return speed
}

function told({ id, rows, perSecond, ratio }: Speed): string {
  return `${id.padEnd(32)} ${String(rows).padStart(6)} rows ${perSecond.toFixed(0).padStart(8)} a second ${ratio.toFixed(1).padStart(6)} x F-csv`
}

/** Processor time of the thread that works, for others use the machine too. */
function leastTime(runs: number, work: () => number): { readonly ms: number; readonly result: number } {
  let ms = Infinity
  let result = 0
  for (let i = 0; i < runs; i += 1) {
    globalThis.gc?.()
    const begun = process.threadCpuUsage()
    result = work()
    const { user, system } = process.threadCpuUsage(begun)
    ms = Math.min(ms, (user + system) / 1000)
  }
  return { ms, result }
}
