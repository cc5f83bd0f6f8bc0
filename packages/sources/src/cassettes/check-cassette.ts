import type { Cassette, CassetteHead, Expectation } from '../connecting/cassette.ts'
import { FieldReads } from '../connecting/field-reads.ts'
import { isOpen, type Replay, replayOf, shownRequest } from '../connecting/replay-cassette.ts'
import type { Reading } from '../reading/outcome.ts'
import { exact, journalLines, statedOf, sumsOf } from './journal-lines.ts'
import { moneyWithoutReason } from './money-fields.ts'
import { pricesOf } from './replayed-prices.ts'
import { replayedReading } from './replayed-reading.ts'
import { unreadFields } from './unread-fields.ts'

/** What a replay came to: the lines that were read, and all that is wrong with it, each as a sentence. */
export interface CassetteCheck {
  readonly lines: readonly Expectation[]
  readonly problems: readonly string[]
}

/**
 * Replays a cassette through its connector, and holds what is read to its expectation, to the balances that it states, and to its
 * answers: each is asked for, and each of its fields is read or ignored on purpose.
 */
export async function checkCassette(cassette: Cassette): Promise<CassetteCheck> {
  const { head, answers, expected } = cassette
  const replay = replayOf(cassette)
  const reads = new FieldReads()
  try {
    const reading = head.method === 'prices' ? null : await reads.during(() => replayedReading(head, replay))
    const ofHistory = answers.filter(({ isOfCheck }) => isOfCheck !== true)
    const lines = reading === null ? await reads.during(() => pricesOf(head, replay)) : journalLines(reading)
    return {
      lines,
      problems: [
        ...replay.unanswered,
        ...unusedIn(replay),
        ...differences(lines, expected),
        ...(reading === null ? [] : imbalances(head, reading)),
        ...unreadFields(head, ofHistory, reads),
        ...moneyWithoutReason(head, ofHistory),
      ],
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { lines: [], problems: [...new Set([...replay.unanswered, message])] }
  }
}

function unusedIn(replay: Replay): readonly string[] {
  return replay.unused().map((answer) => {
    const why = isOpen(answer) ? 'no request fits it' : 'a page was skipped'
    return `Nobody asked for ${shownRequest(answer.provider, answer)}: ${why}.`
  })
}

/** Lines that are missing or too many; equal ones are counted, and their order among those of one moment is free. */
function differences(lines: readonly Expectation[], expected: readonly Expectation[]): readonly string[] {
  const left = lines.map(comparable)
  const missing: string[] = []
  for (const line of expected.map(comparable)) {
    const at = left.indexOf(line)
    if (at === -1) missing.push(`Expected, and not read: ${line}`)
    else left.splice(at, 1)
  }
  return [...missing, ...left.map((line) => `Read, and not expected: ${line}`)]
}

/** A line with its fields in one order, times and amounts in one spelling. */
function comparable(line: Expectation): string {
  const spelled = Object.entries(line).map(([name, value]) => [name, spelledOut(name, value)])
  return JSON.stringify(Object.fromEntries(spelled.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))))
}

function spelledOut(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (name === 'event' || name === 'price_at') return new Date(value).toISOString()
  if (!['from', 'to', 'fee', 'value', 'price'].includes(name)) return value
  const [amount = '', ...rest] = value.split(' ')
  return [exact(amount), ...rest].join(' ')
}

/** Assets whose events do not add up to what the cassette says is held, or of which the provider states anything else. */
function imbalances({ balances }: CassetteHead, reading: Reading): readonly string[] {
  if (balances === null) return []
  const heldOf = (asset: string): string | null => {
    const text = balances[asset]
    return text === null ? null : exact(text ?? '0')
  }
  const off = (found: Readonly<Record<string, string>>, assets: readonly string[], what: string) =>
    [...new Set(assets)].toSorted().flatMap((asset) => {
      const [sum, held] = [found[asset] ?? '0', heldOf(asset)]
      return held === null || held === sum ? [] : [`${what} ${sum} ${asset}; the cassette says ${held}.`]
    })
  const [sums, stated] = [sumsOf(reading), statedOf(reading)]
  return [
    ...off(sums, [...Object.keys(sums), ...Object.keys(balances)], 'The events add up to'),
    ...off(stated, Object.keys(stated), 'The provider is read to state'),
  ]
}
