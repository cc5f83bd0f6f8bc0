import { Suspense } from 'react'
import { cx } from './cx.ts'
import { lazyPart } from './lazy-part.ts'
import { tileGround, tileLetter } from './letter-tile.ts'

const LogoPicture = lazyPart(async () => (await import('./LogoPicture.tsx')).LogoPicture)

export interface SourceLogoProps {
  readonly slug: string
  readonly name: string
  readonly small?: boolean
}

/** The logo of a source: 40 px, 100 for a wide one, and its letter where there is no picture. Decoration beside a name. */
export function SourceLogo({ slug, name, small = false }: SourceLogoProps) {
  const tile = (
    <span
      aria-hidden="true"
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-control font-semibold',
        small ? 'size-6 text-caption' : 'size-10 text-lead',
        grounds[tileGround(slug)],
      )}
    >
      {tileLetter(name)}
    </span>
  )
  return (
    <Suspense fallback={tile}>
      <LogoPicture kind="sources" id={slug} isSmall={small}>
        {tile}
      </LogoPicture>
    </Suspense>
  )
}

/** The eight soft grounds of a letter. */
const grounds = [
  'bg-accent-soft text-accent',
  'bg-gain-soft text-gain',
  'bg-loss-soft text-loss',
  'bg-warn-soft text-warn',
  'bg-danger-soft text-danger',
  'bg-info-soft text-info',
  'bg-sunken text-ink-2',
  'bg-masq text-on-masq',
]
