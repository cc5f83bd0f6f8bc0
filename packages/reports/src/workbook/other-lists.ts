import {
  brokerCells,
  BROKER_HEADER,
  type BrokerNames,
  type BrokerReconciliation,
} from '../broker-lines/broker-reconciliation.ts'
import { checkText } from '../audit-trail-csv.ts'
import type { DisposalLine, YearReport } from '../year-report.ts'
import type { Book, List } from './book.ts'
import { lotLink, type RowPlaces } from './lot-lists.ts'
import type { PacketFacts } from './packet-records.ts'
import { BROKER_FORMS, SETTINGS } from './sheet-names.ts'
import type { Cell, Column } from './xlsx.ts'

const MONEY_OF_FORMS = [
  'Proceeds on form',
  'Proceeds',
  'Basis on form',
  'Basis',
  'Adjustment',
] as readonly string[]

/** Forms 1099-DA line by line beside the sales, each with its first lot. */
export function brokerList(
  book: Book,
  rows: RowPlaces,
  found: BrokerReconciliation | undefined,
  names: BrokerNames | undefined,
): List {
  const results = found?.results ?? []
  return {
    name: BROKER_FORMS,
    holds: 'Lines of Forms 1099-DA beside the sales, and what Form 8949 makes of each',
    count: results.length,
    columns: [...BROKER_HEADER.map(brokerColumn), { header: 'Lots', width: 20, kind: 'text' }],
    rows: () =>
      results.map((result): readonly Cell[] => [
        ...brokerCells(result, names),
        firstLot(book, rows, [...result.filed, ...result.rows]),
      ]),
  }
}

function brokerColumn(header: string): Column {
  return {
    header,
    width: header === 'Outcome' || header === 'Transactions' ? 40 : 18,
    kind: MONEY_OF_FORMS.includes(header) ? 'money' : 'text',
  }
}

function firstLot(book: Book, rows: RowPlaces, lines: readonly DisposalLine[]): Cell {
  for (const line of lines) {
    const link = lotLink(book, rows, line)
    if (link !== null) return link
  }
  return null
}

/** Settings, treatments, open items and checks that the figures rest on. */
export function settingsList(report: YearReport, { settings, treatments, openItems }: PacketFacts): List {
  const rows: readonly (readonly [string, string])[] = [
    ['Tax year', String(report.year)],
    ['Calculation', report.calculationId],
    ['Calculated', report.calculatedAt],
    ...(report.restsOn === null ? [] : [['Rests on', report.restsOn] as const]),
    ...settings,
    ...treatments.map(
      ({ name, choice, authority }) => [`Treatment: ${name}`, `${choice}. ${authority}`] as const,
    ),
    ...openItems.map((text) => ['Open', text] as const),
    ...report.invariants.map((check) => ['Check', checkText(check)] as const),
  ]
  return {
    name: SETTINGS,
    holds: 'Settings, treatments, open items and checks that the figures rest on',
    count: rows.length,
    columns: [
      { header: 'Setting', width: 40, kind: 'text' },
      { header: 'Value', width: 110, kind: 'text' },
    ],
    rows: () => rows,
  }
}
