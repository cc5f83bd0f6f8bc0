import { cloneElement, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { placeNear } from './place-near.ts'

interface Described {
  'aria-describedby'?: string | undefined
}

/**
 * A few words about its child, on hover and on focus. It can be hovered itself, and Escape puts it away (WCAG 1.4.13).
 * The child is focusable and takes `aria-describedby`.
 */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement<Described> }) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    const element = bubble.current
    if (element === null || anchor.current === null || !isOpen) return
    element.showPopover()
    placeNear(anchor.current, element, { side: 'top', align: 'center' })
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      element.hidePopover()
    }
  }, [isOpen])

  const describedBy = [children.props['aria-describedby'], id].filter(Boolean).join(' ')
  return (
    <span
      ref={anchor}
      className="inline-flex max-w-full"
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onFocus={(event) => setOpen(event.target.matches(':focus-visible'))}
      onBlur={() => setOpen(false)}
    >
      {cloneElement(children, { 'aria-describedby': describedBy })}
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="manual"
        className="fixed max-w-72 rounded-control bg-ink px-2 py-1 text-caption font-normal text-surface shadow-menu"
      >
        {text}
      </span>
    </span>
  )
}
