import { formatDisplayDay } from '@lotbook/journal'
import { csvLines, type CsvRow } from './csv.ts'
import { closingNotes } from './not-advice.ts'
import { partiesOf, recordPdf } from './record-pdf.ts'
import { reportFileName, type ReportFile } from './year-report.ts'

/** The papers of a professional for a tax year, ready to be written. Instants are ISO 8601 UTC. */
export interface WorkpapersReport {
  readonly year: number
  /** The last change of the papers: the date that the document carries. */
  readonly at: string
  readonly steps: readonly {
    readonly name: string
    /** What the data has of the step. */
    readonly text: string
    readonly state: string
    /** Empty where it is not signed off. */
    readonly signedBy: string
    readonly signedAt: string
    readonly note: string
    readonly changedSince: string
  }[]
  /** Every sign-off that there was, those that ended as well. */
  readonly signOffs: readonly {
    readonly step: string
    readonly by: string
    readonly at: string
    readonly note: string
    readonly openItems: string
    readonly endedAt: string
  }[]
  /** Every message of every question. */
  readonly messages: readonly {
    readonly question: string
    readonly about: string
    readonly state: string
    readonly at: string
    readonly side: string
    readonly by: string
    readonly text: string
  }[]
  readonly ticks: readonly {
    readonly transaction: string
    readonly text: string
    readonly by: string
    readonly at: string
    readonly note: string
    readonly isChanged: boolean
  }[]
  readonly points: readonly {
    readonly text: string
    readonly by: string
    readonly at: string
    readonly doneAt: string
  }[]
}

interface Of {
  /** Of a packet; papers by themselves are of no calculation. */
  readonly calculationId?: string
  readonly taxpayer: string
  /** As of the report of a year, in a packet. */
  readonly restsOn?: string | null
}

/** The papers as one document to keep, and each list of them that has a line as a table. */
export function workpaperFiles(papers: WorkpapersReport, of: Of): ReportFile[] {
  const { signOffs, messages, ticks, points } = papers
  const tables = [
    table('sign-offs', ['Step', 'By', 'At (UTC)', 'Note', 'Open then', 'Ended (UTC)'], signOffs, (row) => [
      row.step,
      row.by,
      utc(row.at),
      row.note,
      row.openItems,
      utc(row.endedAt),
    ]),
    table(
      'questions',
      ['Question', 'About', 'State', 'At (UTC)', 'Side', 'By', 'Text'],
      messages,
      ({ question, about, state, at, side, by, text }) => [question, about, state, utc(at), side, by, text],
    ),
    table(
      'tick-marks',
      ['Transaction', 'What', 'By', 'At (UTC)', 'Note', 'Changed since'],
      ticks,
      ({ transaction, text, by, at, note, isChanged }) => [
        transaction,
        text,
        by,
        utc(at),
        note,
        isChanged ? 'yes' : 'no',
      ],
    ),
    table('open-points', ['Point', 'By', 'At (UTC)', 'Done (UTC)'], points, ({ text, by, at, doneAt }) => [
      text,
      by,
      utc(at),
      utc(doneAt),
    ]),
  ]
  return [
    workpapersPdf(papers, of),
    ...tables.flatMap(({ stem, header, rows }) =>
      rows.length === 0
        ? []
        : [
            {
              fileName: nameOf(stem, papers.year, of, 'csv'),
              mediaType: 'text/csv; charset=utf-8',
              rows: rows.length,
              chunks: csvLines(header, rows),
            },
          ],
    ),
  ]
}

function table<Row>(
  stem: string,
  header: readonly string[],
  rows: readonly Row[],
  cells: (row: Row) => CsvRow,
): { stem: string; header: readonly string[]; rows: CsvRow[] } {
  return { stem, header, rows: rows.map(cells) }
}

function workpapersPdf(papers: WorkpapersReport, of: Of): ReportFile {
  const { year, at, steps, messages, ticks, points } = papers
  const signed = steps.filter(({ signedBy }) => signedBy !== '').length
  const changed = ticks.filter(({ isChanged }) => isChanged).length
  return {
    fileName: nameOf('workpapers', year, of, 'pdf'),
    mediaType: 'application/pdf',
    rows: steps.length,
    chunks: recordPdf({
      title: `Workpapers of ${year}`,
      at,
      facts: [
        ...partiesOf(of),
        ['Last change', shown(at)],
        ['Signed off', `${signed} of ${steps.length} steps`],
        ['Verified to source', `${ticks.length} transactions, ${changed} of them changed since`],
      ],
      tables: [
        {
          title: 'Steps',
          columns: [
            { name: 'Step', share: 0.2 },
            { name: 'As the data has it', share: 0.4 },
            { name: 'Signed off', share: 0.4 },
          ],
          rows: steps.map(({ name, text, ...row }) => [name, text, signOffText(row)]),
          empty: 'None.',
        },
        {
          title: 'Questions',
          columns: [
            { name: 'About', share: 0.3 },
            { name: 'By', share: 0.25 },
            { name: 'Text', share: 0.45 },
          ],
          rows: messages.map(({ question, about, state, by, at: said, text }) => [
            `${question}. ${about} (${state})`,
            `${by}, ${shown(said)}`,
            text,
          ]),
          empty: 'Nothing was asked.',
        },
        {
          title: 'Open points',
          columns: [
            { name: 'Point', share: 0.6 },
            { name: 'By', share: 0.25 },
            { name: 'Done', share: 0.15 },
          ],
          rows: points.map(({ text, by, at: added, doneAt }) => [
            text,
            `${by}, ${shown(added)}`,
            doneAt === '' ? 'open' : formatDisplayDay(doneAt.slice(0, 10)),
          ]),
          empty: 'None.',
        },
      ],
      notes: [
        'A step says what the data had when this was printed. A sign-off is by the person named, who answers for it; “changed since” says what changed in the books after it.',
        'Transactions that were verified to their source are listed in the file of tick marks.',
        ...closingNotes({ restsOn: of.restsOn ?? null }),
      ],
    }),
  }
}

function nameOf(stem: string, year: number, { calculationId }: Of, extension: string): string {
  return calculationId === undefined
    ? `${stem}-${year}.${extension}`
    : reportFileName(stem, { year, calculationId }, extension)
}

function signOffText({
  signedBy,
  signedAt,
  note,
  changedSince,
}: Pick<WorkpapersReport['steps'][number], 'signedBy' | 'signedAt' | 'note' | 'changedSince'>): string {
  if (signedBy === '') return 'Not signed off'
  const said = [
    `${signedBy}, ${shown(signedAt)}`,
    note,
    changedSince === '' ? '' : `Changed since: ${changedSince}`,
  ]
  return said.filter((part) => part !== '').join('. ')
}

/** A time as the document has it: `Mar 01, 2026 10:00 UTC`. The tables keep times that sort. */
const shown = (instant: string) => `${formatDisplayDay(instant.slice(0, 10))} ${instant.slice(11, 16)} UTC`
const utc = (instant: string) => instant.slice(0, 16).replace('T', ' ')
