import type { StoredPage } from '../../connecting/connector.ts'
import { absoluteAmount } from '../../reading/amount-text.ts'
import { bareHash } from '../../reading/bare-hash.ts'
import { Collector, SeenNames } from '../../reading/collector.ts'
import type { Reading } from '../../reading/outcome.ts'
import { shown } from '../../reading/shown.ts'
import { exactJsonOf, isObject, type JsonObject, objectsOf, textIn } from '../json-answer.ts'
import type { JsonRecord } from '../json-record.ts'
import { newestEntries } from '../newest-entries.ts'
import { sayUncounted, uncountedCosts } from '../uncounted-costs.ts'

/** The deposits and withdrawals of an answer; undefined where it is none. */
export function movementsOf(text: string): readonly JsonObject[] | undefined {
  const answer = exactJsonOf(text)
  const data = isObject(answer) ? answer['data'] : undefined
  return isObject(data) && Array.isArray(data['data']) ? objectsOf(data['data']) : undefined
}

const NOT_DONE: Readonly<Record<string, string>> = {
  pending: 'pending',
  reviewing: 'pending',
  rejected: 'failed',
  failed: 'failed',
  canceled: 'cancelled',
  cancelled: 'cancelled',
}

/** Reads deposits and withdrawals of AscendEX. */
export function readMovements(pages: readonly StoredPage[]): Reading {
  const out = new Collector({ exchange: 'AscendEX', names: new SeenNames() })
  const { entries, refused } = newestEntries(pages, {
    kind: 'ascendex-movement',
    entriesOf: ({ text }) => movementsOf(text)?.map((entry) => [textIn(entry, 'requestId'), entry] as const),
  })
  for (const { entry, record } of entries) out.attempt([record], () => readMovement(record, entry, out))
  const { transactions, skipped, notes, errors } = out
  return { transactions, skipped, notes, errors: [...refused, ...errors], balances: [] }
}

function readMovement(record: JsonRecord, entry: JsonObject, out: Collector): void {
  const status = record.text('status').toLowerCase()
  const reason = NOT_DONE[status]
  if (reason !== undefined) return out.skip([record], reason)
  if (status !== 'confirmed' && status !== 'completed' && status !== 'done')
    throw record.problem('unmapped_type', 'status', `Not known whether it happened: ${shown(status)}`)
  const asset = record.requiredText('asset').toUpperCase()
  const amount = absoluteAmount(record.requiredAmount('amount'))
  const cost = record.amount('commission')
  sayUncounted(out, record, 'AscendEX', uncountedCosts(entry, cost === null ? [] : [cost]))
  const base = {
    at: record.time('time'),
    externalId: record.text('requestId'),
    txHash: bareHash(record.text('networkTransactionId')),
    fee: cost === null ? null : { asset, amount: absoluteAmount(cost) },
  }
  switch (record.text('transactionType')) {
    case 'deposit':
      return out.add([record], { ...base, type: 'incoming', subType: 'received', to: { asset, amount } })
    case 'withdrawal':
      return out.add([record], { ...base, type: 'outgoing', subType: 'sent', from: { asset, amount } })
    default:
      throw record.problem('unmapped_type', 'transactionType', 'Neither a deposit nor a withdrawal')
  }
}
