import type { FilePreview } from '@lotbook/contract'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { useIsMobile } from '../../ui/use-media.ts'

type Row = FilePreview['rows'][number]

const outcomes: Record<Row['outcome'], { look: StatusLook; label: string }> = {
  used: { look: 'done', label: 'Used' },
  note: { look: 'notes', label: 'Note' },
  error: { look: 'failed', label: 'Error' },
  skipped: { look: 'optional', label: 'Left out' },
  open: { look: 'waiting', label: 'Open' },
}

/** Rows of a file as they came, each beside what was made of it. */
export function PreviewRows({ preview }: { preview: FilePreview }) {
  const isMobile = useIsMobile()
  if (isMobile) {
    return (
      <ul className="divide-y divide-line">
        {preview.rows.map((row) => (
          <li key={row.row} className="grid gap-1 py-3">
            <p className="flex items-center justify-between gap-2 text-table text-ink-2">
              Line {row.line} <StatusBadge {...outcomes[row.outcome]} />
            </p>
            {row.reading !== '' && <p>{row.reading}</p>}
            <details>
              <summary className="text-table text-accent">As it came</summary>
              <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 text-table">
                {filledCells(preview.header, row).map(({ at, column, value }) => (
                  <div key={at} className="contents">
                    <dt className="text-ink-2">{column}</dt>
                    <dd className="min-w-0 break-words">{value}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <div
      role="region"
      aria-label="Rows of the file"
      // Scrolls by keyboard, since a file is usually wider than the dialog.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="overflow-x-auto rounded-card border border-line"
    >
      <table className="w-full border-collapse text-table">
        <caption className="sr-only">Rows of {preview.file_name}, as they came and as they were read</caption>
        <thead className="bg-surface text-left text-caption text-ink-3">
          <tr>
            {['Line', 'Result', 'Read as', ...preview.header].map((head, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a file may name two columns alike
              <th
                key={at}
                scope="col"
                className="h-9 border-b border-line px-3 font-medium whitespace-nowrap"
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row) => (
            <tr key={row.row} className="border-b border-line align-top last:border-b-0">
              <th scope="row" className="px-3 py-2 text-right font-normal text-ink-2">
                {row.line}
              </th>
              <td className="px-3 py-2">
                <StatusBadge {...outcomes[row.outcome]} />
              </td>
              <td className="min-w-72 px-3 py-2">{row.reading}</td>
              {preview.header.map((column, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a file may name two columns alike
                <td
                  key={`${column}-${at.toString()}`}
                  className="max-w-64 truncate px-3 py-2 text-ink-2"
                  title={row.cells[at]}
                >
                  {row.cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function filledCells(header: readonly string[], { cells }: Row) {
  return cells.flatMap((value, at) =>
    value === '' ? [] : [{ at, column: header[at] ?? `Column ${(at + 1).toString()}`, value }],
  )
}
