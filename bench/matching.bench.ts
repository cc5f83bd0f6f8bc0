import type { MatchSide } from '../packages/tax/src/matching/match-side.ts'
import { matchSelfTransfers } from '../packages/tax/src/matching/self-transfer.ts'
import { report } from './report.ts'

const MINUTE = 60_000
const ROUNDS = 5

/** P19: by what power of their number the matching of transfers of one amount a minute apart grows, processor time of both counted. */
export function matchingBench(count: number): void {
  const few = count / 4
  const [short, long] = [transfers(few), transfers(count)]
  matchSelfTransfers(short)
  const [low, high] = [processorTime(short), processorTime(long)]
  report(
    'P19',
    `${count} transfers of one amount (${Math.round(high)} ms), growth exponent`,
    Math.log(high / low) / Math.log(4),
    1.2,
    '',
  )
}

function transfers(count: number): MatchSide[] {
  const side = (direction: MatchSide['direction'], n: number): MatchSide => {
    const isSent = direction === 'departure'
    const id = `${direction} ${n}`
    return {
      id,
      direction,
      accountKey: isSent ? 'binance' : 'ledger',
      asset: 'USDT',
      at: n * MINUTE + (isSent ? 0 : MINUTE / 2),
      amount: '10',
      fingerprint: id,
    }
  }
  return Array.from({ length: count }, (_, n) => [side('departure', n), side('arrival', n)]).flat()
}

/** Milliseconds of the processor that the quickest of several runs takes. */
function processorTime(sides: readonly MatchSide[]): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    matchSelfTransfers(sides)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}
