import { NO_BUSINESS_FACTS, NO_PAYMENT_FACTS, NO_RETURN_FACTS } from '@lotbook/rules/us'
import type { DisposalLine, IncomeLine, RemovalLine, YearReport } from '../year-report.ts'

/** A row of a sale, with what the test does not care about filled in. */
export function sale(line: Partial<DisposalLine> & Pick<DisposalLine, 'proceeds' | 'basis'>): DisposalLine {
  return {
    transaction: 't1',
    kind: 'sell',
    asset: 'BTC',
    account: 'Coinbase',
    lot: 'l1',
    quantity: '1',
    acquired: '2024-01-02',
    disposed: '2025-03-04',
    gain: '0',
    term: 'long',
    box: 'L',
    allocation: null,
    ...line,
  }
}

/** A receipt of income. */
export function receipt(line: Partial<IncomeLine> & Pick<IncomeLine, 'category' | 'value'>): IncomeLine {
  return {
    transaction: 'i1',
    asset: 'ETH',
    account: 'Kraken',
    quantity: '1',
    date: '2025-05-06',
    at: '2025-05-06T12:00:00Z',
    priceSource: 'price history',
    isCash: false,
    isUnpriced: false,
    goesTo: { line: 'other', chosen: 'usual', from: null },
    ...line,
  }
}

/** A row of a gift that was made. */
export function gift(line: Partial<RemovalLine>): RemovalLine {
  return {
    transaction: 'g1',
    kind: 'gift',
    asset: 'BTC',
    account: 'Coinbase',
    lot: 'l1',
    quantity: '1',
    acquired: '2024-01-02',
    date: '2025-03-04',
    basis: '10',
    value: '20',
    term: 'long',
    deduction: null,
    note: null,
    howAcquired: 'purchase',
    allocation: null,
    ...line,
  }
}

export function reportOf(parts: Partial<YearReport>): YearReport {
  return {
    year: 2025,
    calculationId: '0190ab12-34cd-7000-8000-000000000000',
    calculatedAt: '2026-01-05T10:00:00Z',
    taxpayer: { name: 'Jane Roe', taxId: '' },
    draft: null,
    disposals: [],
    incomes: [],
    removals: [],
    interestPaid: [],
    discovered: [],
    removalFacts: new Map(),
    restsOn: 'FIFO, lots per account. Engine 1.0.0, rules us-2026.',
    invariants: [],
    returnOfYear: { facts: NO_RETURN_FACTS, earlier: [] },
    businessFacts: NO_BUSINESS_FACTS,
    paymentFacts: NO_PAYMENT_FACTS,
    ...parts,
  }
}

export async function textOf(chunks: Iterable<string> | AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of chunks)
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1')
  return text
}
