import { cents } from './money-text.ts'
import { NOT_ADVICE } from './not-advice.ts'
import { partiesOf, recordPdf } from './record-pdf.ts'
import type { ReportFile } from './year-report.ts'

/** A specific identification as it was recorded. Instants are ISO 8601 UTC, amounts exact decimals. */
export interface IdentificationSheet {
  readonly taxpayer: string
  readonly recordedAt: string
  readonly recordedBy: string
  readonly sale: {
    readonly at: string
    readonly asset: string
    readonly quantity: string
    readonly account: string
  }
  /** When the sale was by what is known now; another than the record's where it was corrected since. */
  readonly soldAt: string
  readonly currency: string
  readonly lots: readonly {
    readonly acquired_at: string
    readonly acquired: string
    readonly quantity: string
    readonly basis: string
  }[]
  /** Whether it counts as made in time, and by what authority. */
  readonly standing: string
  readonly replacedAt: string | null
  readonly confirmation?: BrokerConfirmed | null
}

/** A broker's confirmation that an order reached it, as the person states it. */
export interface BrokerConfirmed {
  readonly confirmed_on: string
  readonly reference: string
}

/** The contemporaneous record of a specific identification: when it was recorded, of which sale, which lots (N12). */
export function identificationPdf(sheet: IdentificationSheet): ReportFile {
  const { sale, lots, currency } = sheet
  return {
    fileName: `identification-${sheet.recordedAt.slice(0, 10)}-${sale.asset.replace(/[^A-Za-z0-9]/g, '-')}.pdf`,
    mediaType: 'application/pdf',
    rows: lots.length,
    chunks: recordPdf({
      title: 'Specific identification of units sold',
      at: sheet.recordedAt,
      facts: [
        ...partiesOf(sheet),
        ['Recorded', utc(sheet.recordedAt)],
        ['Sale', `${sale.quantity} ${sale.asset}`],
        ['Sold', utc(sale.at)],
        ...(Date.parse(sheet.soldAt) === Date.parse(sale.at)
          ? []
          : [['Sold, as corrected', utc(sheet.soldAt)] as const]),
        ['Account', sale.account],
        ...(sheet.confirmation == null
          ? []
          : [['Confirmed by the broker', confirmedText(sheet.confirmation)] as const]),
        ...(sheet.replacedAt === null ? [] : [['Replaced', utc(sheet.replacedAt)] as const]),
      ],
      tables: [
        {
          title: 'Units identified',
          columns: [
            { name: 'Acquired (tax day)', share: 0.2 },
            { name: 'Acquired (instant, UTC)', share: 0.3 },
            { name: `Quantity (${sale.asset})`, share: 0.28, isFigure: true },
            { name: `Cost basis (${currency})`, share: 0.22, isFigure: true },
          ],
          rows: lots.map((lot) => [lot.acquired, utc(lot.acquired_at), lot.quantity, cents(lot.basis)]),
          empty: 'None.',
        },
      ],
      notes: [
        sheet.standing,
        'Units of the sale that are not listed here go by the standing order in force, or first in, first out.',
        NOT_ADVICE,
      ],
    }),
  }
}

export interface OrdersSheet {
  readonly taxpayer: string
  readonly printedAt: string
  readonly orders: readonly {
    readonly method: string
    readonly account: string | null
    readonly asset: string | null
    readonly from: string
    readonly recordedAt: string
    readonly recordedBy: string
    readonly endedAt: string | null
    readonly confirmation?: BrokerConfirmed | null
  }[]
}

/** Every standing order as it was recorded, the newest first. */
export function standingOrdersPdf(sheet: OrdersSheet): ReportFile {
  return {
    fileName: `standing-orders-${sheet.printedAt.slice(0, 10)}.pdf`,
    mediaType: 'application/pdf',
    rows: sheet.orders.length,
    chunks: recordPdf({
      title: 'Standing orders for the identification of units',
      at: sheet.printedAt,
      facts: [...partiesOf(sheet), ['Printed', utc(sheet.printedAt)]],
      tables: [
        {
          title: 'Orders',
          columns: [
            { name: 'Method', share: 0.11 },
            { name: 'Account', share: 0.18 },
            { name: 'Asset', share: 0.13 },
            { name: 'From', share: 0.13 },
            { name: 'Recorded (UTC)', share: 0.25 },
            { name: 'Ended (UTC)', share: 0.2 },
          ],
          rows: sheet.orders.map((order) => [
            order.method.toUpperCase(),
            order.account ?? 'Every account',
            order.asset ?? 'Every asset',
            order.from,
            `${utc(order.recordedAt)} by ${order.recordedBy}`,
            order.endedAt === null ? 'In force' : utc(order.endedAt),
          ]),
          empty: 'No standing order was ever recorded: units go first in, first out.',
        },
        ...confirmedTable(sheet),
      ],
      notes: [
        'Each order applies to what was disposed of while it was on record, from its first day on. Of several that fit, the one recorded last applies. Where none does, units go first in, first out (Treas. Reg. 1.1012-1(j)).',
        NOT_ADVICE,
      ],
    }),
  }
}

/** Orders that brokers confirmed; nothing where none did. */
function confirmedTable({ orders }: OrdersSheet) {
  const rows = orders.flatMap(({ method, account, asset, confirmation }) =>
    confirmation == null
      ? []
      : [
          [
            method.toUpperCase(),
            account ?? 'Every account',
            asset ?? 'Every asset',
            confirmation.confirmed_on,
            confirmation.reference,
          ],
        ],
  )
  if (rows.length === 0) return []
  return [
    {
      title: 'Confirmed by the broker',
      columns: [
        { name: 'Method', share: 0.11 },
        { name: 'Account', share: 0.18 },
        { name: 'Asset', share: 0.13 },
        { name: 'On', share: 0.13 },
        { name: 'Reference', share: 0.45 },
      ],
      rows,
      empty: '',
    },
  ]
}

const confirmedText = ({ confirmed_on, reference }: BrokerConfirmed) =>
  reference === '' ? confirmed_on : `${confirmed_on}, ${reference}`

/** `2025-03-01T10:00:00.000Z` as `2025-03-01 10:00:00 UTC`. */
function utc(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`
}
