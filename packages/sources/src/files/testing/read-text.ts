import type { SourceTransaction } from '../../reading/record.ts'
import type { FileReading, ReadOptions, ReadOutcome } from '../reader/file-reading.ts'
import { readFile } from '../read-file.ts'

/** Read text as a file of that name; for tests. */
export function readText(text: string, options: ReadOptions = {}, name = 'export.csv'): FileReading {
  return readFile({ name, bytes: new TextEncoder().encode(text) }, options)
}

/** Read text that must be readable. @throws Error saying what it was taken for. */
export function readKnown(text: string, options: ReadOptions = {}, name = 'export.csv'): ReadOutcome {
  const reading = readText(text, options, name)
  if (reading.outcome !== 'read') throw new Error(`${reading.outcome}: ${reading.message}`)
  return reading
}

/** A transaction on one line: `type/sub_type from -> to fee (flags)`. */
export function line(t: SourceTransaction): string {
  const side = (leg: SourceTransaction['from']) => (leg === null ? '' : `${leg.amount} ${leg.asset}`)
  const type = t.subType === null ? t.type : `${t.type}/${t.subType}`
  const fee = t.fee === null ? '' : ` fee ${side(t.fee)}`
  const flags = t.flags.length === 0 ? '' : ` (${t.flags.join(' ')})`
  return `${type} ${side(t.from)} -> ${side(t.to)}${fee}${flags}`.replace(/ {2,}/g, ' ').trimEnd()
}

export function lines(reading: Pick<ReadOutcome, 'transactions'>): string[] {
  return reading.transactions.map(line)
}
