import { Suspense } from 'react'
import { cx } from './cx.ts'
import { lazyPart } from './lazy-part.ts'
import { tileLetter } from './letter-tile.ts'

const LogoPicture = lazyPart(async () => (await import('./LogoPicture.tsx')).LogoPicture)

export interface CoinProps {
  readonly name: string
  /** Decides the picture: a name is no proof of which coin it is. Without it the letter stands. */
  readonly asset?: string | undefined
  readonly small?: boolean
  /** Beside a quantity, in a line of text. */
  readonly inline?: boolean
}

/** The sign of an asset: round, since accounts are squares. Decoration beside a name. */
export function Coin({ name, asset, small = false, inline = false }: CoinProps) {
  const tile = (
    <span
      aria-hidden="true"
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-full border border-edge bg-sunken font-semibold text-ink-2',
        // What a click begins on must still be there when it ends: the picture takes the letter's place.
        inline
          ? 'pointer-events-none mr-1.5 size-4.5 align-text-bottom text-[0.625rem] leading-none'
          : small
            ? 'size-7 text-caption'
            : 'size-8 text-table',
      )}
    >
      {tileLetter(name)}
    </span>
  )
  if (asset === undefined) return tile
  return (
    <Suspense fallback={tile}>
      <LogoPicture kind="coins" id={asset} isSmall={small} isInline={inline}>
        {tile}
      </LogoPicture>
    </Suspense>
  )
}
