import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react'

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of this application (from `paths` of the contract), or `https:`/`mailto:` for what is outside. */
  readonly to: string
  readonly ref?: Ref<HTMLAnchorElement>
  /** Kept with the place in the browser's history. */
  readonly state?: object
}

/** A link. Paths of the application change the screen without a reload and are fetched on hover. */
export function Link({ to, onClick, state, children, ...rest }: LinkProps) {
  const router = useRouter()
  const isOutside = /^(https:|mailto:)/.test(to)
  if (isOutside) {
    return (
      <a href={to} target="_blank" rel="noopener noreferrer" onClick={onClick} {...rest}>
        {children}
      </a>
    )
  }

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlain) return
    event.preventDefault()
    router.history.push(to, state)
  }

  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  )
}

/** A link that stands by itself, not in a sentence: high enough to be hit, with a finger too. */
export function LoneLink({ className = '', ...props }: LinkProps) {
  return (
    <TextLink
      {...props}
      className={`inline-flex min-h-6 items-center pointer-coarse:min-h-11 ${className}`}
    />
  )
}

/** A link inside text. */
export function TextLink({ className = '', ...props }: LinkProps) {
  return (
    <Link
      {...props}
      className={`rounded-[2px] font-medium text-accent underline decoration-1 underline-offset-2 hover:text-accent-hover ${className}`}
    />
  )
}
