import { useState } from 'react'
import { cx } from './cx.ts'
import { logoWidth, tileGround, tileLetter } from './letter-tile.ts'

export interface SourceLogoProps {
  readonly slug: string
  readonly name: string
  readonly imageUrl: string | null
  readonly small?: boolean
}

/** The logo of a source: 40 px, 100 for a wide one, and its letter where there is no picture. Decoration beside a name. */
export function SourceLogo({ slug, name, imageUrl, small = false }: SourceLogoProps) {
  const [failed, setFailed] = useState(false)
  const [width, setWidth] = useState<40 | 100>(40)
  if (imageUrl === null || failed) return <LetterTile slug={slug} name={name} small={small} />
  return (
    <img
      src={imageUrl}
      alt=""
      width={small ? 24 : width}
      height={small ? 24 : 40}
      loading="lazy"
      onLoad={({ currentTarget: image }) => setWidth(logoWidth(image.naturalWidth, image.naturalHeight))}
      onError={() => setFailed(true)}
      className={cx(
        'shrink-0 rounded-control object-contain',
        small ? 'size-6' : 'h-10',
        !small && (width === 40 ? 'w-10' : 'w-25'),
      )}
    />
  )
}

/** A first letter on one of eight soft grounds. */
export function LetterTile({ slug, name, small = false }: Pick<SourceLogoProps, 'slug' | 'name' | 'small'>) {
  return (
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
}

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
