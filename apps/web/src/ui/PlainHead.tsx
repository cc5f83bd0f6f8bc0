import { cx } from './cx.ts'

export interface PlainHeadProps {
  readonly names: readonly string[]
  /** The one that a phone has no room for; its cells are hidden there too. */
  readonly wideOnly?: string
}

/** The heads of a small table: the first names the row and stands at the left, the others stand over figures. */
export function PlainHead({ names, wideOnly }: PlainHeadProps) {
  return (
    <thead className="border-b border-line text-caption text-ink-3">
      <tr>
        {names.map((name, n) => (
          <th
            key={name}
            scope="col"
            className={cx(
              'h-8 px-2 font-medium sm:px-3',
              n === 0 ? 'text-left' : 'text-right',
              name === wideOnly && 'max-sm:hidden',
            )}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}
