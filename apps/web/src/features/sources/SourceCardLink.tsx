import type { ReactNode } from 'react'
import type { SourceCard } from '@lotbook/contract'
import { paths } from '@lotbook/contract'
import { Link } from '../../ui/Link.tsx'
import { SourceLogo } from '../../ui/SourceLogo.tsx'
import { wayOf } from './source-methods.ts'

export interface SourceCardLinkProps {
  readonly source: SourceCard
  /** The one card that Tab comes to; arrows go on from it. */
  readonly isTabStop: boolean
  readonly onFollow: () => void
  /** Under the card. */
  readonly children?: ReactNode
}

/** A source as a card that leads to its screen. */
export function SourceCardLink({ source, isTabStop, onFollow, children }: SourceCardLinkProps) {
  const { slug, name, has_warning, is_closed } = source
  return (
    <li className="grid min-w-0 grid-rows-[1fr_auto] [contain-intrinsic-size:auto_64px] [content-visibility:auto]">
      <Link
        to={paths.importOptions(slug)}
        data-card=""
        tabIndex={isTabStop ? 0 : -1}
        onClick={onFollow}
        className="flex items-center gap-3 rounded-card border border-line bg-surface p-3 outline-offset-[-2px] hover:border-line-strong hover:bg-sunken"
      >
        <SourceLogo slug={slug} name={name} />
        <span className="min-w-0 grow">
          {/* With a colour of its own: one that is inherited can stay behind in here when the theme changes. */}
          <span className="line-clamp-2 leading-tight font-medium break-words text-ink">{name}</span>
          <span className="mt-0.5 flex items-center gap-1.5 text-caption text-ink-3">
            {wayOf(source)}
            {is_closed && <span>· Closed</span>}
            {has_warning && (
              <>
                <span aria-hidden="true" className="size-2 rounded-full bg-warn" />
                <span className="sr-only">has a warning</span>
              </>
            )}
          </span>
        </span>
      </Link>
      {children}
    </li>
  )
}
