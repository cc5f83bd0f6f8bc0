import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { CalculationSettings, Method } from '../packages/tax/src/schema/calculation-input.ts'
import { runEvents } from '../packages/tax/src/executing/run-events.ts'
import { resultTableOf } from '../packages/tax/src/results/result-maker.ts'
import { resultText } from '../packages/tax/src/results/result-text.ts'
import { checkInvariantsOfTable } from '../packages/tax/src/invariants/check-invariants.ts'
import { floorMatch } from './floor-match.ts'
import { eventTableOf } from './generated-events.ts'
import { generateHistory, SHAPES, type Shape } from './generator.ts'
import { report } from './report.ts'

const METHODS: readonly Method[] = ['fifo', 'lifo', 'hifo', 'lofo', 'spec']

/** Milliseconds of the quickest of several runs. */
function quickest(runs: number, work: () => unknown): number {
  return quickestInTurn(runs, [work])[0]!
}

/** The same of each of several, in turn: what else the machine does meets all of them alike. */
function quickestInTurn(runs: number, works: readonly (() => unknown)[]): number[] {
  const best = works.map(() => Infinity)
  for (let i = 0; i < runs; i++)
    for (const [w, work] of works.entries()) {
      const start = performance.now()
      work()
      best[w] = Math.min(best[w]!, performance.now() - start)
    }
  return best
}

/** A calculation of so many, made once. */
function engineRun(shape: Shape, count: number, decimals: 8 | 18, settings: CalculationSettings) {
  const table = eventTableOf(generateHistory({ shape, count, decimals }), decimals)
  return () => runEvents(table, settings)
}

/**
 * Of each method what a short history and a long one take. All by turns: what else the machine does meets all of them, and
 * the short ones, which are done four times as often, not for a moment only.
 */
function timesOfMethods(rounds: number, shape: Shape, small: number, large: number) {
  const tableOf = (count: number) => eventTableOf(generateHistory({ shape, count, decimals: 18 }), 18)
  const [short, long] = [tableOf(small), tableOf(large)]
  const works = METHODS.flatMap((method) => {
    const ofShort = () => runEvents(short, { method })
    return [() => runEvents(long, { method }), ofShort, ofShort, ofShort, ofShort]
  })
  const times = quickestInTurn(rounds, works)
  const each = works.length / METHODS.length
  return METHODS.map((method, m) => {
    const [high, ...low] = times.slice(m * each, (m + 1) * each) as [number, ...number[]]
    return { method, low: Math.min(...low), high }
  })
}

/** Peak memory of a process that does one calculation, less what it had before, per transaction. */
function memory(count: number): number {
  const child = spawnSync(process.execPath, [import.meta.filename, '--memory', String(count)], {
    encoding: 'utf8',
  })
  if (child.status !== 0) throw new Error(child.stderr)
  return Number.parseInt(child.stdout, 10)
}

function measureMemory(count: number) {
  const table = eventTableOf(generateHistory({ shape: 'trader', count: 1000, decimals: 18 }), 18)
  runEvents(table, { method: 'hifo' })
  const before = process.memoryUsage().rss
  const big = eventTableOf(generateHistory({ shape: 'trader', count, decimals: 18 }), 18)
  runEvents(big, { method: 'hifo' })
  const peak = peakOfOwn()
  process.stdout.write(String(Math.round((peak - before) / count)))
}

/** What this process had at most, in bytes. Linux counts for `maxRSS` what the process had that started it, which has a million transactions itself. */
function peakOfOwn(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** N16: what holding a result to the invariants costs, against working it out and writing it down, hash included. */
function checkBench() {
  const settings = { method: 'hifo' } as const
  const table = eventTableOf(generateHistory({ shape: 'trader', count: 100_000, decimals: 18 }), 18)
  const calculate = () => {
    const result = resultTableOf(runEvents(table, settings))
    const hash = createHash('sha256')
    for (const piece of resultText(result)) hash.update(piece)
    hash.digest()
    return result
  }
  const result = calculate()
  const calculation = quickest(3, calculate)
  const check = quickest(5, () => checkInvariantsOfTable(result, settings))
  console.log(`100000 transactions: calculation ${calculation.toFixed(0)} ms, check ${check.toFixed(0)} ms`)
  report('N16', 'the check of a result against its calculation, 100000', check / calculation, 0.5)
}

/** P1 and P5 to P9: the engine alone, against the least code that matches lots. */
export function engineBench(isQuick: boolean) {
  const large = isQuick ? 200_000 : 1_000_000
  const hifo = { method: 'hifo' } as const
  const trader = generateHistory({ shape: 'trader', count: large, decimals: 18 })
  // The first runs of a process measure the compiler, and memory that nobody has touched: of a million as many as eight.
  for (const shape of SHAPES) quickest(4, engineRun(shape, 20_000, 18, hifo))
  const table = eventTableOf(trader, 18)
  const [floor, byHifo, universal, byFifo, coarse] = quickestInTurn(isQuick ? 6 : 12, [
    () => floorMatch(trader, 'hifo'),
    () => runEvents(table, hifo),
    () => runEvents(table, { ...hifo, pool_before_2025: 'universal' }),
    () => runEvents(table, { method: 'fifo' }),
    engineRun('trader', large, 8, hifo),
  ]) as [number, number, number, number, number]
  console.log(`${large} transactions, trader: F-match ${floor.toFixed(0)} ms, engine ${byHifo.toFixed(0)} ms`)
  report('P1', 'engine against F-match, HIFO, 18 decimals', byHifo / floor, 8)
  report('P6', 'per account against universal', byHifo / universal, 1.5)
  report('P7', 'HIFO against FIFO', byHifo / byFifo, 2)
  report('P8', '18 decimals against 8', byHifo / coarse, 2)
  report('P9', 'peak memory per transaction', memory(large), 1000, 'B')
  checkBench()
  const small = 10_000
  for (const shape of SHAPES)
    for (const { method, low, high } of timesOfMethods(isQuick ? 1 : 5, shape, small, large)) {
      const exponent = Math.log(high / low) / Math.log(large / small)
      report(
        'P5',
        `growth exponent, ${shape}, ${method} (${low.toFixed(1)} to ${high.toFixed(0)} ms)`,
        exponent,
        1.15,
        '',
      )
    }
}

// A process of its own for one figure: what a calculation needs of memory.
if (process.argv[2] === '--memory') measureMemory(Number.parseInt(process.argv[3] ?? '', 10))
