import type { SourceTransaction } from '@lotbook/sources'

/** The rows of one event as a report states them, kept beside its records so that the event can be worked out again. */
export interface EventReport {
  readonly family: string
  readonly reads: readonly ReportedTransaction[]
}
export type ReportedTransaction = Omit<SourceTransaction, 'records'>

/** The same as it is stored: without the fields that a reading leaves empty, which are most. */
export interface StoredEventReport {
  readonly family: string
  readonly reads: readonly StoredRead[]
}
type StoredRead = Partial<ReportedTransaction> & Omit<ReportedTransaction, keyof typeof LEFT_EMPTY>

const LEFT_EMPTY = {
  subType: null,
  from: null,
  to: null,
  fee: null,
  value: null,
  externalId: null,
  txHash: null,
  comment: null,
  flags: [],
  group: null,
  part: null,
  sequence: null,
  tokens: {},
  account: null,
  usBased: null,
} as const satisfies Partial<ReportedTransaction>

/** The fields of a reading that are kept: all but its records, which have rows of their own. */
const KEPT = [
  'at',
  'type',
  'exchange',
  'rows',
  'unitPrices',
  ...(Object.keys(LEFT_EMPTY) as (keyof typeof LEFT_EMPTY)[]),
] as const satisfies readonly (keyof ReportedTransaction)[]

export function storedEventReport({ family, reads }: EventReport): StoredEventReport {
  return { family, reads: reads.map(withoutEmpty) }
}

export function eventReport({ family, reads }: StoredEventReport): EventReport {
  return { family, reads: reads.map((read) => ({ ...LEFT_EMPTY, ...read })) }
}

function withoutEmpty(read: ReportedTransaction): StoredRead {
  const stored: Record<string, unknown> = {}
  for (const name of KEPT) {
    const value = read[name]
    if (!isEmpty(name, value)) stored[name] = value
  }
  return stored as unknown as StoredRead
}

function isEmpty(name: keyof ReportedTransaction, value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (name === 'flags') return (value as readonly string[]).length === 0
  if (name !== 'tokens' && name !== 'unitPrices') return false
  for (const _ in value as object) return false
  return true
}
