import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { OneYear, PacketPaper } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { counted } from '../imports/import-state.ts'
import { kindsOf, sheetsOf } from './paper-words.ts'

/** The papers of a year's packet in small: the first page of what is printed, the first lines of a table. */
export function PacketSheets({ year }: { readonly year: OneYear }) {
  const { data, error, refetch, isFetching } = useQuery(
    laterApi.exports.papers.queryOptions({
      input: { tax_year: year.year },
      select: (answer) => sheetsOf(answer.data),
    }),
  )
  if (error !== null)
    return (
      <ErrorState
        title="The pages could not be shown"
        text={toApiError(error).message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (data === undefined)
    return (
      <Loading label="the pages">
        <Skeleton className="h-56 w-full" />
      </Loading>
    )
  return (
    <ul
      aria-label="What is in the packet"
      className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,8.25rem))] gap-4"
    >
      {data.map((sheet) => (
        <li key={sheet.name} className="grid content-start gap-0.5 text-table">
          <span className="mb-2 block aspect-[8.5/11] overflow-hidden rounded-[3px] bg-surface shadow-card ring-1 ring-line">
            <Page name={sheet.name} paper={sheet.shown} />
          </span>
          <span className="font-medium">{sheet.name}</span>
          <span className="text-caption text-ink-2">{holds(sheet.shown)}</span>
          <span className="text-caption text-ink-2">{kindsOf(sheet)}</span>
        </li>
      ))}
    </ul>
  )
}

const holds = ({ rows, file_name }: PacketPaper) =>
  file_name.startsWith('cover-page') ? 'What goes where' : counted(rows, 'line')

function Page({ name, paper }: { readonly name: string; readonly paper: PacketPaper }) {
  if (paper.pdf !== null) return <PrintedPage name={name} pdf={paper.pdf} />
  return <TableLines lines={paper.lines ?? SHEETS} />
}

/** The first page of a PDF, drawn when the screen shows it. */
function PrintedPage({ name, pdf }: { readonly name: string; readonly pdf: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing')
  useEffect(() => {
    let isGone = false
    const draw = async () => {
      const { drawFirstPage } = await import('./pdf-page.ts')
      if (canvas.current !== null && !isGone) await drawFirstPage(canvas.current, pdf)
    }
    draw().then(
      () => !isGone && setState('drawn'),
      () => !isGone && setState('failed'),
    )
    return () => {
      isGone = true
    }
  }, [pdf])
  if (state === 'failed') return <span className="block p-2 text-caption text-ink-2">No preview</span>
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={`First page of ${name}`}
      data-state={state}
      className="h-full w-full"
    />
  )
}

/** First lines of a table as its file has them. Decoration, since what they show is legible elsewhere. */
function TableLines({ lines }: { readonly lines: readonly (readonly string[])[] }) {
  // A line of one cell has the room of all.
  const shown = (cells: readonly string[], cell: string) => {
    const most = cells.length === 1 ? CELL * COLUMNS : CELL
    return cell.length > most ? `${cell.slice(0, most - 1)}…` : cell
  }
  return (
    <svg viewBox="0 0 132 170" aria-hidden="true" className="h-full w-full">
      {lines.map((cells, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- two lines may read the same
        <g key={n} className={n === 0 ? 'fill-ink text-[4.6px] font-semibold' : 'fill-ink-2 text-[4.6px]'}>
          {cells.slice(0, COLUMNS).map((cell, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- a line has its cells in order
            <text key={i} x={6 + (i * 122) / COLUMNS} y={12 + n * 9.6}>
              {shown(cells, cell)}
            </text>
          ))}
        </g>
      ))}
    </svg>
  )
}

/** The workbook has no page: its sheets stand for it. */
const SHEETS = [
  ['Sheet'],
  ...['Schedule D', 'Form 8949', 'Lots', 'Income', 'Transactions', 'Prices', 'Settings'].map((name) => [
    name,
  ]),
]

/** Columns that a small page has room for, and characters of each. */
const COLUMNS = 4
const CELL = 11
