import type { ExportRow } from '@lotbook/contract'

/** Entries that a file cannot carry and a person has to make. */
export function ByHand({ items }: { items: ExportRow['by_hand'] }) {
  if (items.length === 0) return null
  const rows = items.reduce((sum, item) => sum + (item.rows ?? 1), 0)
  return (
    <details className="mt-1 text-table text-ink-2">
      <summary className="font-medium text-warn">{rows.toLocaleString()} to enter by hand</summary>
      <ul className="mt-1 grid gap-1">
        {items.map(({ description, reason }, n) => (
          // oxlint-disable-next-line react/no-array-index-key -- two rows may read the same
          <li key={n}>
            {description}: {reason}
          </li>
        ))}
      </ul>
    </details>
  )
}
