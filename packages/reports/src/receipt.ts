import { recordPdf } from './record-pdf.ts'

/** A payment to print and keep. Amounts are in cents of a dollar. */
export interface ReceiptOf {
  readonly number: string
  /** ISO 8601 instant. */
  readonly at: string
  readonly customer: string
  readonly paidBy: string
  readonly paidWith: string
  /** What was bought, and its price without what was paid before. */
  readonly what: string
  readonly listCents: number
  readonly amountCents: number
}

/** Dollars of cents, exactly: `$1,080.00`. */
export function dollarsOf(cents: number): string {
  const text = String(Math.abs(cents)).padStart(3, '0')
  const whole = text.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${cents < 0 ? '-' : ''}$${whole}.${text.slice(-2)}`
}

/** The receipt of a payment as a PDF. */
export function receiptPdf(of: ReceiptOf): AsyncGenerator<Uint8Array> {
  const { number, at, customer, paidBy, paidWith, what, listCents, amountCents } = of
  const less =
    listCents === amountCents ? [] : [['Paid before, or not charged', dollarsOf(amountCents - listCents)]]
  return recordPdf({
    title: `Receipt ${number}`,
    at,
    facts: [
      ['Date', at.slice(0, 10)],
      ['For', customer],
      ['Paid by', paidBy],
      ['Paid with', paidWith],
    ],
    tables: [
      {
        title: 'What was bought',
        columns: [
          { name: 'Plan', share: 0.6 },
          { name: 'Amount', share: 0.4, isFigure: true },
        ],
        rows: [[what, dollarsOf(listCents)], ...less, ['Total', dollarsOf(amountCents)]],
        empty: 'Nothing',
      },
    ],
    notes: ['A plan is for one tax year and is paid once. Nothing renews by itself.'],
  })
}
