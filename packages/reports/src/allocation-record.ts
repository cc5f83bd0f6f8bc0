import { csvLines, type CsvRow } from './csv.ts'
import { cents } from './money-text.ts'
import { closingNotes, closingRows } from './not-advice.ts'
import { partiesOf, recordPdf } from './record-pdf.ts'
import type { ReportFile } from './year-report.ts'

/** An allocation of unused basis as it was recorded. Instants are ISO 8601 UTC, amounts exact decimals. */
export interface AllocationSheet {
  /** Settings and versions of the newest calculation when it is printed; absent before the first. */
  readonly restsOn?: string | null
  readonly taxpayer: string
  readonly kind: 'global' | 'specific'
  readonly rule: string
  readonly recordedAt: string
  readonly recordedBy: string
  /** The day on which the taxpayer says their own books had it. */
  readonly booksDay: string | null
  /** It binds an asset at least. */
  readonly isIrrevocable: boolean
  /** Open assets that it is not of. */
  readonly leftOut: readonly string[]
  /** Assets that it does not bind and for which a later one took its place; when it had for all of those. */
  readonly replacedAssets: readonly string[]
  readonly replacedAt: string | null
  readonly currency: string
  /** What each account held of each asset at the end of 2024, and the basis units it received. */
  readonly coverage: readonly {
    readonly asset: string
    readonly account: string
    readonly held: string
    readonly attached: string
  }[]
  /** Every unit; `account` is null where it found none. */
  readonly units: readonly {
    readonly asset: string
    readonly account: string | null
    readonly acquired: string
    readonly acquired_at: string
    readonly quantity: string
    readonly basis: string
  }[]
  readonly conditions: readonly { readonly state: 'met' | 'unmet' | 'open'; readonly text: string }[]
  /** What is late is not bound by it. */
  readonly assets: readonly {
    readonly asset: string
    readonly state: 'in_time' | 'open' | 'late'
    readonly why: string
  }[]
}

const NO_ACCOUNT = 'No account'
const BOUND = { in_time: 'Bound', open: 'Bound', late: 'Not bound: too late' } as const
const STATES = { met: 'Met', unmet: 'Not met', open: 'Open' } as const

/** The record of an allocation to keep: when, by whom, by which rule, and every unit where it was attached (N14). */
export function allocationPdf(sheet: AllocationSheet): ReportFile {
  return {
    fileName: `${stemOf(sheet)}.pdf`,
    mediaType: 'application/pdf',
    rows: sheet.units.length,
    chunks: recordPdf({
      title: 'Allocation of unused basis to accounts as of January 1, 2025',
      at: sheet.recordedAt,
      facts: [
        ...partiesOf(sheet),
        ['Recorded', utc(sheet.recordedAt)],
        ...(sheet.booksDay === null
          ? []
          : [['In own books', `Since ${sheet.booksDay}, as the taxpayer states`] as const]),
        ['Method', sheet.kind === 'global' ? 'Global allocation' : 'Specific unit allocation'],
        ['Rule', sheet.rule],
        ...(sheet.assets.length === 0
          ? []
          : [['Of', sheet.assets.map(({ asset }) => asset).join(', ')] as const]),
        ...(sheet.leftOut.length === 0
          ? []
          : [['Not of', `${sheet.leftOut.join(', ')}: left open, it says nothing of their units`] as const]),
        ['Can be made again', canBeMadeAgain(sheet)],
        ...replacedText(sheet),
      ],
      tables: [
        {
          title: 'Assets',
          columns: [
            { name: 'Asset', share: 0.18 },
            { name: 'Irrevocable', share: 0.22 },
            { name: 'Why', share: 0.6 },
          ],
          rows: sheet.assets.map(({ asset, state, why }) => [asset, BOUND[state], why]),
          empty: 'What it came in time for was not kept with this record.',
        },
        {
          title: 'Units held and basis units attached',
          columns: [
            { name: 'Asset', share: 0.18 },
            { name: 'Account', share: 0.32 },
            { name: 'Units held', share: 0.25, isFigure: true },
            { name: 'Basis units attached', share: 0.25, isFigure: true },
          ],
          rows: sheet.coverage.map(({ asset, account, held, attached }) => [asset, account, held, attached]),
          empty: 'The position was not kept with this record.',
        },
        {
          title: 'Basis units',
          columns: [
            { name: 'Asset', share: 0.11 },
            { name: 'Account', share: 0.19 },
            { name: 'Acquired (tax day)', share: 0.13 },
            { name: 'Acquired (instant, UTC)', share: 0.21 },
            { name: 'Quantity', share: 0.2, isFigure: true },
            { name: `Cost basis (${sheet.currency})`, share: 0.16, isFigure: true },
          ],
          rows: sheet.units.map(({ asset, account, acquired, acquired_at, quantity, basis }) => [
            asset,
            account ?? NO_ACCOUNT,
            acquired,
            utc(acquired_at),
            quantity,
            cents(basis),
          ]),
          empty: 'The units were not kept with this record.',
        },
        {
          title: 'Conditions of Rev. Proc. 2024-28',
          columns: [
            { name: 'State', share: 0.14 },
            { name: 'Condition', share: 0.86 },
          ],
          rows: sheet.conditions.map(({ state, text }) => [STATES[state], text]),
          empty: 'They were not kept with this record.',
        },
      ],
      notes: [
        ...(lateNames(sheet) === ''
          ? []
          : [
              `Too late for: ${lateNames(sheet)}. It is used for them all the same, but it is no safe harbor allocation of them.`,
            ]),
        'Units are those held on December 31, 2024 at the end of the day. Each keeps its cost and the date it was acquired on.',
        ...closingNotes({ restsOn: sheet.restsOn ?? null }),
      ],
    }),
  }
}

const lateNames = ({ assets }: AllocationSheet) =>
  assets
    .filter(({ state }) => state === 'late')
    .map(({ asset }) => asset)
    .join(', ')

function canBeMadeAgain(sheet: AllocationSheet): string {
  if (!sheet.isIrrevocable) return 'By a later record'
  const late = lateNames(sheet)
  return late === ''
    ? 'No, it is irrevocable'
    : `For ${late} by a later record; for all others it is irrevocable`
}

function replacedText({
  isIrrevocable,
  replacedAssets,
  replacedAt,
}: AllocationSheet): (readonly [string, string])[] {
  if (replacedAt !== null && (!isIrrevocable || replacedAssets.length === 0))
    return [['Replaced', utc(replacedAt)]]
  if (replacedAssets.length === 0) return []
  const names = replacedAssets.join(', ')
  return [
    ['Replaced', replacedAt === null ? `For ${names} by a later record` : `For ${names}: ${utc(replacedAt)}`],
  ]
}

const HEADER = [
  'Recorded (UTC)',
  'Method',
  'Asset',
  'Account',
  'Acquired (tax day)',
  'Acquired (UTC)',
  'Quantity',
  'Cost Basis',
  'Currency',
]

/** Every unit of an allocation with exact amounts. */
export function allocationCsv(sheet: AllocationSheet): ReportFile {
  return {
    fileName: `${stemOf(sheet)}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    rows: sheet.units.length,
    chunks: csvLines(HEADER, [
      ...sheet.units.map(({ asset, account, acquired, acquired_at, quantity, basis }): CsvRow => [
        sheet.recordedAt,
        sheet.kind,
        asset,
        account ?? NO_ACCOUNT,
        acquired,
        acquired_at,
        quantity,
        basis,
        sheet.currency,
      ]),
      ...closingRows({ restsOn: sheet.restsOn ?? null }, HEADER.length),
    ]),
  }
}

const stemOf = ({ recordedAt }: AllocationSheet) => `safe-harbor-allocation-${recordedAt.slice(0, 10)}`

/** `2025-03-01T10:00:00.000Z` as `2025-03-01 10:00:00 UTC`. */
function utc(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`
}
