import type { TransactionRow } from '@lotbook/contract'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { findingWords } from './finding-words.ts'

/** Marks of a row, in words: it is to be reviewed, was edited, or does not count. */
export function RowMarks({ row, short = false }: { row: TransactionRow; short?: boolean }) {
  const [first, ...more] = row.findings
  return (
    <span className="flex min-w-0 items-center gap-2">
      {first !== undefined && (
        <StatusBadge
          look="warn"
          label={findingWords(first).mark + (more.length === 0 ? '' : ` +${more.length.toString()}`)}
        />
      )}
      {row.is_edited && !(short && first !== undefined) && <Tag>Edited</Tag>}
      {row.is_ignored && <Tag>Ignored</Tag>}
    </span>
  )
}

function Tag({ children }: { children: string }) {
  return (
    <span className="rounded-full border border-line bg-sunken px-2 text-caption leading-5 text-ink-2">
      {children}
    </span>
  )
}
