import { formatDisplayDay } from '@lotbook/journal'
import { digitalAssetQuestion } from '@lotbook/rules/us'
import { allocationNotes } from './allocation-notes.ts'
import { form8949 } from './form-8949.ts'
import { incomeBySource, incomeLines, unconfirmedLines } from './income-lines.ts'
import { formText, formUnits } from './money-text.ts'
import { closingNotes } from './not-advice.ts'
import { partiesOf, recordPdf, type RecordTable } from './record-pdf.ts'
import { missingLines } from './removal-words.ts'
import { removalsOfYear } from './removals-of-year.ts'
import { boxTotalsOf, scheduleD, type ScheduleD } from './schedule-d.ts'
import { TAX_PROGRAMS } from './tax-programs/tax-programs.ts'
import type { PacketFacts, PacketHistory } from './workbook/packet-records.ts'
import { reportFileName, type ReportFile, type YearReport } from './year-report.ts'

/** Everything that a cover page tells. */
export interface CoverParts {
  readonly report: YearReport
  readonly facts: PacketFacts
  readonly history: PacketHistory
  /** The other files of the packet. */
  readonly files: readonly Pick<ReportFile, 'fileName'>[]
}

/** The page on top of a packet: where each figure goes, what it rests on, what is open, and what no authority decides. */
export function coverPage({ report, facts, history, files }: CoverParts): ReportFile {
  const schedule = scheduleD(report.year, boxTotalsOf(form8949(report)), report.returnOfYear)
  const { settings, openItems } = facts
  return {
    fileName: reportFileName('cover-page', report, 'pdf'),
    mediaType: 'application/pdf',
    rows: 1,
    chunks: recordPdf({
      title: `Digital assets in ${report.year}: cover page`,
      at: report.calculatedAt,
      facts: [
        ...partiesOf({ taxpayer: report.taxpayer.name }),
        ['Tax year', String(report.year)],
        [
          'Status',
          report.draft === null ? 'As it would be filed' : `Draft, not to be filed. ${report.draft}`,
        ],
        [
          'Calculated',
          `${formatDisplayDay(report.calculatedAt.slice(0, 10))} ${report.calculatedAt.slice(11, 16)} UTC, calculation ${report.calculationId}`,
        ],
      ],
      tables: [
        whereItGoes(report, schedule),
        carryover(report, schedule),
        list(
          ['Method, orders and pools', 'Setting', 'Value'],
          settings.map(([name, value]) => [name, value]),
          'Not known.',
        ),
        treatmentTable(facts),
        priceTable(report, history),
        sentences('Open items', openItems, 'Nothing is open.'),
        sentences('Missing', missingOf(report), 'Nothing is missing.'),
        sentences(
          'Positions without authority',
          positionsOf(report, facts),
          'No figure rests on a position without authority.',
        ),
        list(['Files', 'File', 'Contents'], fileRows(files.map(({ fileName }) => fileName)), 'None.'),
      ],
      notes: [
        'The audit workbook leads from each figure to its rows, their lots, and the file and line or provider ID behind them.',
        ...closingNotes(report),
      ],
    }),
  }
}

const shown = (cents: bigint | null) => {
  if (cents === null) return 'not known'
  const text = formText(cents < 0n ? -cents : cents, 'cents').replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
  return cents < 0n ? `(${text})` : text
}

function whereItGoes(report: YearReport, { lines, form1040 }: ScheduleD): RecordTable {
  const ofSales = lines.filter(({ line, proceeds, gain }) =>
    ['7', '15', '16', '21'].includes(line) ? gain !== null : proceeds !== null && proceeds !== 0n,
  )
  const income = incomeLines(report.year, incomeBySource(report), report.businessFacts).lines
  const rows = [
    ...(report.disposals.length === 0
      ? []
      : [
          ...ofSales.map(({ line, text, gain }) => [`Schedule D, line ${line}`, text, shown(gain)]),
          [form1040.line, form1040.text, shown(form1040.gain)],
        ]),
    ...income.map(({ line, text, amount }) => [line, text, shown(amount)]),
    ...donationRow(report),
    ...interestRow(report),
    ...removalRows(report),
    ...digitalAssetRow(report),
  ]
  return {
    title: 'Where it goes',
    columns: [
      { name: 'Line', share: 0.3 },
      { name: 'Contents', share: 0.5 },
      { name: 'USD', share: 0.2, isFigure: true },
    ],
    rows,
    empty: 'Nothing happened in the year.',
  }
}

/** The question in the words of the year; gifts and donations count for it, units that were lost or only moved do not. */
function digitalAssetRow({ year, disposals, incomes, removals }: YearReport): string[][] {
  const question = digitalAssetQuestion(year)
  if (question === null) return []
  const given = removals.filter(({ kind }) => kind === 'gift' || kind === 'donation')
  const answer = disposals.length + incomes.length + given.length > 0 ? 'Yes' : 'No, from what is here'
  return [[question.place, question.text, answer]]
}

/** The deduction for donations, which is itemized; the line from memory for 2018 and later. */
function donationRow(report: YearReport): string[][] {
  const { removals } = removalsOfYear(report)
  const donations = removals.filter(({ kind }) => kind === 'donation')
  if (donations.length === 0 || report.year < 2018) return []
  const known = donations.map(({ deduction }) => (deduction === null ? null : formUnits(deduction, 'cents')))
  const total = known.reduce<bigint | null>(
    (sum, one) => (sum === null || one === null ? null : sum + one),
    0n,
  )
  return [
    [
      'Schedule A, line 12',
      'Donations of digital assets, before the limits by income, if you itemize',
      shown(total),
    ],
  ]
}

/** Interest that was paid, as far as its value is known. */
function interestRow({ interestPaid }: YearReport): string[][] {
  if (interestPaid.length === 0) return []
  const known = interestPaid.flatMap(({ value }) => (value === null ? [] : [formUnits(value, 'cents')]))
  const total = known.length === 0 ? null : known.reduce((sum, one) => sum + one)
  const open = interestPaid.length - known.length
  const more = open === 0 ? '' : `; of ${open} no price is known`
  return [['Form 4952, line 1', `Interest that was paid, where it was for investments${more}`, shown(total)]]
}

/** Forms that gifts, donations and losses belong on, each with its number of transactions. */
function removalRows(report: YearReport): string[][] {
  const { removals, discovered } = removalsOfYear(report)
  const byForm = Map.groupBy(
    [...removals, ...discovered].filter(({ form }) => form !== ''),
    ({ form }) => form,
  )
  return [...byForm].map(([form, of]) => [
    form,
    `${of.length} ${of.length === 1 ? 'transaction' : 'transactions'}: see the list of gifts, donations and losses`,
    '',
  ])
}

function carryover(report: YearReport, { worksheet, next, notes }: ScheduleD): RecordTable {
  const worked = worksheet.filter(({ line }) => line === '8' || line === '13')
  return list(
    ['Capital loss carryover', 'Line', 'USD'],
    report.disposals.length === 0
      ? []
      : [
          ...worked.map(({ text, gain }) => [text, shown(gain)]),
          ...next.map(({ text, gain }) => [text, shown(gain)]),
          ...notes.map((note) => ['Note', note]),
        ],
    'None.',
  )
}

function treatmentTable({ treatments }: PacketFacts): RecordTable {
  return {
    title: 'Treatments chosen',
    columns: [
      { name: 'Question', share: 0.24 },
      { name: 'Treated as', share: 0.24 },
      { name: 'Authority', share: 0.4 },
      { name: 'Transactions', share: 0.12, isFigure: true },
    ],
    rows: treatments.map(({ name, choice, authority, transactions }) => [
      name,
      choice,
      authority,
      transactions.toLocaleString('en-US'),
    ]),
    empty: 'Nothing in this history needed a choice.',
  }
}

function priceTable(report: YearReport, { prices }: PacketHistory): RecordTable {
  const counted = new Map<string, number>()
  for (const { sourceName } of prices) counted.set(sourceName, (counted.get(sourceName) ?? 0) + 1)
  const unpriced = report.incomes.filter(({ isUnpriced }) => isUnpriced).length
  if (unpriced > 0) counted.set('No price is known; counts as $0', unpriced)
  const listed = [...counted].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  const rest = listed.slice(MOST_SOURCES)
  return {
    title: 'Price sources',
    columns: [
      { name: 'Source', share: 0.8 },
      { name: 'Values', share: 0.2, isFigure: true },
    ],
    rows: [
      ...listed.slice(0, MOST_SOURCES).map(([source, n]) => [source, n.toLocaleString('en-US')]),
      ...(rest.length === 0
        ? []
        : [
            [
              `${rest.length.toLocaleString('en-US')} more, in the workbook`,
              rest.reduce((sum, [, n]) => sum + n, 0).toLocaleString('en-US'),
            ],
          ]),
    ],
    empty: 'No value was needed.',
  }
}

/** Answers that the papers of the year still need. */
function missingOf(report: YearReport): string[] {
  return [...unconfirmedLines(report.year, incomeBySource(report)), ...missingLines(removalsOfYear(report))]
}

/** Sources that the page has room for. */
const MOST_SOURCES = 12

/** Treatments that no authority decides, unknown bases that count as $0, and allocations that are no safe harbor. */
function positionsOf(report: YearReport, { treatments }: PacketFacts): string[] {
  const { disposals, incomes } = report
  const withoutBasis = disposals.filter(({ lot, acquired }) => lot === null && acquired === null).length
  const unpriced = incomes.filter(({ isUnpriced }) => isUnpriced).length
  const counted = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`)
  return [
    ...treatments
      .filter(({ hasAuthority }) => !hasAuthority)
      .map(({ name, choice, authority }) => `${name}: ${choice}. ${authority}`),
    ...(withoutBasis === 0
      ? []
      : [
          `${counted(withoutBasis, 'disposal has', 'disposals have')} no known acquisition and a basis of $0, short-term.`,
        ]),
    ...(unpriced === 0
      ? []
      : [`${counted(unpriced, 'receipt counts', 'receipts count')} as $0 without a price.`]),
    ...allocationNotes(disposals).map(({ text }) => text),
  ]
}

function list(
  [title, name, value]: readonly [title: string, name: string, value: string],
  rows: readonly (readonly string[])[],
  empty: string,
): RecordTable {
  return {
    title,
    columns: [
      { name, share: 0.42 },
      { name: value, share: 0.58 },
    ],
    rows,
    empty,
  }
}

function sentences(title: string, texts: readonly string[], empty: string): RecordTable {
  return {
    title,
    columns: [{ name: '', share: 1 }],
    // The fonts of a PDF reader know the straight mark alone.
    rows: texts.map((text) => [text]),
    empty,
  }
}

/** What files hold, by how their names begin; the longest name first. */
const CONTENTS: readonly (readonly [stem: string, text: string])[] = [
  ['audit-workbook', 'Forms, lots, transactions, prices and settings, linked'],
  ['audit-trail', 'Every piece of every lot, and the checks the result passed'],
  ['form-8949', 'Sales and other dispositions, by box'],
  ['8949-statement', 'Every sale behind the totals of Form 8949 (Exception 2)'],
  ['form-1099-da', 'Forms 1099-DA beside the sales'],
  ['notice-reply', 'Reply to a notice: proceeds of the IRS beside the return'],
  ['schedule-d', 'Lines 1a to 22 with carryover'],
  ['schedule-1', 'Other income from digital assets'],
  ['income-by-line', 'Income by line of the return'],
  ['income', 'Every receipt that is income'],
  ['interest-paid', 'Interest that was paid (Form 4952)'],
  ['estimated-tax-payments', 'Payments of estimated tax, and what they come to'],
  ['form-1040-x', 'Form 1040-X: columns A, B and C'],
  ['amendment', 'Each change of the amended year, with its cause'],
  ['corrected-forms/', 'Forms of the amended year, corrected'],
  ['gifts-donations-losses', 'What Forms 8283, 709 and 4684 ask for'],
  ['gift-record', 'Record for the donee of a gift'],
  ['standing-orders', 'Standing orders on record'],
  ['identification', 'Lots that were named for a sale, on record'],
  ['holdings', 'Lots at the end of that day, with basis and market value'],
  ['safe-harbor-allocation', 'Allocation of unused basis as of January 1, 2025'],
  ['workpapers', 'Workpapers of the tax professional'],
  ['sign-offs', 'Every sign-off'],
  ['questions', 'Questions and answers'],
  ['tick-marks', 'Transactions that were verified to their source'],
  ['open-points', 'Open points of the tax professional'],
]

const PROGRAM_FOLDER = /^tax-software\/([^/]+)\//

/** A row for each file, and one for the folder of each tax program. */
function fileRows(names: readonly string[]): (readonly [string, string])[] {
  const folders = Map.groupBy(names, (name) => PROGRAM_FOLDER.exec(name)?.[0] ?? name)
  return [...folders].map(([place, { length }]) => {
    const id = PROGRAM_FOLDER.exec(place)?.[1]
    if (id === undefined) return [place, contentsOf(place)]
    const name = TAX_PROGRAMS.find((program) => program.id === id)?.name ?? id
    return [place, `The sales for ${name}, with the steps to enter them (${length} files)`]
  })
}

function contentsOf(fileName: string): string {
  return CONTENTS.find(([stem]) => fileName.startsWith(stem))?.[1] ?? ''
}
