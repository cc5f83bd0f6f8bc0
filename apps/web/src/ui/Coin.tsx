import { cx } from './cx.ts'
import { tileLetter } from './letter-tile.ts'

/** The sign of an asset: round, since accounts are squares. Decoration beside a name. */
export function Coin({ name, small = false }: { readonly name: string; readonly small?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-full border border-edge bg-sunken font-semibold text-ink-2',
        small ? 'size-7 text-caption' : 'size-8 text-table',
      )}
    >
      {tileLetter(name)}
    </span>
  )
}
