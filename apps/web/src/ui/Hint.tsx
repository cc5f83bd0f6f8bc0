import { CircleQuestionMark } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { placeNear } from './place-near.ts'

/**
 * A tax word explained where it stands: a small button behind the word, whose text comes on hover, on focus and at a tap. Escape
 * and leaving it put it away, and the text can be hovered itself (WCAG 1.4.13).
 */
export function Hint({ about, children }: { readonly about: string; readonly children: ReactNode }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    const element = bubble.current
    if (element === null || button.current === null || !isOpen) return
    element.showPopover()
    placeNear(button.current, element, { side: 'top', align: 'center' })
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setOpen(false)
    }
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      element.hidePopover()
    }
  }, [isOpen])

  return (
    <span
      className="inline-flex align-middle"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
    >
      <button
        ref={button}
        type="button"
        aria-label={`About ${about}`}
        aria-describedby={id}
        onFocus={({ target }) => target.matches(':focus-visible') && setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={(event) => {
          event.stopPropagation()
          setOpen(true)
        }}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-full text-ink-3 hover:text-ink pointer-coarse:-m-2.5 pointer-coarse:size-11"
      >
        <CircleQuestionMark aria-hidden="true" className="size-3.5" />
      </button>
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="manual"
        className="fixed max-w-80 rounded-control bg-ink px-3 py-2 text-left text-table font-normal whitespace-normal text-surface shadow-menu"
      >
        {children}
      </span>
    </span>
  )
}
