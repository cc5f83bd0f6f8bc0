import { ledgerIdentity, readLedger } from '../../providers/kraken/ledger-meaning.ts'
import { parseAmount } from '../../reading/amount-text.ts'
import { Collector, SeenNames } from '../../reading/collector.ts'
import type { Finding, Reading } from '../../reading/outcome.ts'
import { shown } from '../../reading/shown.ts'
import { isObject, jsonOf } from '../json-answer.ts'
import { JsonRecord } from '../json-record.ts'
import { sayUncounted, uncountedCosts } from '../uncounted-costs.ts'

/** One answer of Kraken's private `Ledgers` endpoint. */
export interface LedgerPage {
  /** The offset that the page was asked with. */
  readonly page: string
  /** JSON text as it came. */
  readonly text: string
}

/**
 * Reads the pages of Kraken's `Ledgers` endpoint as the export of the same entries is read: an entry's id is the key it has in the
 * answer, and names the same record; of one that stands on several pages the first counts. A page that is no such answer is an error of the reading, for entries are missing then.
 */
export function readLedgerPages(pages: readonly LedgerPage[]): Reading {
  const out = new Collector({ exchange: 'Kraken', names: new SeenNames() })
  const records: JsonRecord[] = []
  const refused: Finding[] = []
  const seen = new Set<string>()
  for (const { page, text } of pages) {
    const ledger = ledgerOf(text)
    if (typeof ledger === 'string') refused.push(refusal(page, ledger))
    else
      for (const [txid, fields] of ledger) {
        // Pages of two walks overlap, and entries that came in between shift those of one.
        if (seen.has(txid)) continue
        seen.add(txid)
        const origin = { kind: 'page', page, remoteId: txid } as const
        const record = new JsonRecord(fields, records.length + 1, origin, ledgerIdentity, { txid })
        records.push(record)
        const fee = parseAmount(record.text('fee'))
        sayUncounted(out, record, 'Kraken', uncountedCosts(fields, fee ? [fee] : []))
      }
  }
  readLedger(records, out)
  return {
    transactions: out.transactions.toSorted((a, b) => (a.rows[0] ?? 0) - (b.rows[0] ?? 0)),
    skipped: out.skipped,
    notes: out.notes,
    errors: [...refused, ...out.errors],
    balances: out.balances,
    series: out.series,
  }
}

type Entries = readonly (readonly [txid: string, fields: Readonly<Record<string, unknown>>])[]

/** The entries of an answer by id, or the reason why it has none. */
function ledgerOf(text: string): Entries | string {
  const answer = jsonOf(text)
  const errors = isObject(answer) && Array.isArray(answer['error']) ? answer['error'] : []
  if (errors.length > 0) return `Kraken answered: ${shown(errors.map(String).join(', '))}`
  const result = isObject(answer) ? answer['result'] : undefined
  const ledger = isObject(result) ? result['ledger'] : undefined
  if (!isObject(ledger)) return NO_LEDGER
  const entries = Object.entries(ledger)
  return entries.every(isEntry) ? entries : NO_LEDGER
}

const NO_LEDGER = 'This is no answer with ledger entries'

function refusal(page: string, message: string): Finding {
  const origin = { kind: 'page', page, remoteId: null } as const
  return { code: 'no_ledger_page', row: 0, origin, message }
}

function isEntry(entry: [string, unknown]): entry is [string, Record<string, unknown>] {
  return isObject(entry[1])
}
