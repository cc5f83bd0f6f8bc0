import { type ReactNode, use, useState } from 'react'
import { cx } from './cx.ts'
import { logoWidth } from './letter-tile.ts'
import { logoIndex, logoUrl } from './logo-index.ts'

export interface LogoPictureProps {
  readonly kind: 'sources' | 'coins'
  /** Slug of a source, or the asset of a coin. */
  readonly id: string
  readonly isSmall: boolean
  /** Stands in a line of text. */
  readonly isInline?: boolean
  /** Shown where there is no picture, or it cannot be loaded. */
  readonly children: ReactNode
}

/** Picture of a source or a coin. Loaded apart from what stands in for it, since no screen needs it to be read. */
export function LogoPicture({ kind, id, isSmall, isInline = false, children }: LogoPictureProps) {
  const src = logoUrl(use(logoIndex()), kind, id)
  const [failed, setFailed] = useState(false)
  const [width, setWidth] = useState<40 | 100>(40)
  if (src === undefined || failed) return children
  const isCoin = kind === 'coins'
  const height = isInline ? 18 : isCoin ? (isSmall ? 28 : 32) : isSmall ? 24 : 40
  return (
    <img
      src={src}
      alt=""
      width={isCoin || isSmall ? height : width}
      height={height}
      loading="lazy"
      onLoad={({ currentTarget: image }) => setWidth(logoWidth(image.naturalWidth, image.naturalHeight))}
      onError={() => setFailed(true)}
      className={cx(
        'shrink-0 border border-edge object-contain',
        isInline && 'pointer-events-none mr-1.5 inline-block align-text-bottom',
        isCoin ? 'rounded-full' : 'rounded-control',
        isInline
          ? 'size-4.5'
          : isCoin
            ? isSmall
              ? 'size-7'
              : 'size-8'
            : isSmall
              ? 'size-6'
              : width === 40
                ? 'size-10'
                : 'h-10 w-25',
      )}
    />
  )
}
