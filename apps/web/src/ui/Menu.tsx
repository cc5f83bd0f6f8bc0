import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { Link } from './Link.tsx'
import { placeNear } from './place-near.ts'

/** One entry of a menu: a way to a screen, something to do, or a choice that is on or off. */
export type MenuItem =
  | {
      readonly kind: 'link'
      readonly label: string
      readonly to: string
      readonly icon?: ReactNode
      /** Under the label, in small letters. */
      readonly detail?: string
      /** A dot before the label: nobody has seen it yet. */
      readonly isMarked?: boolean
    }
  | {
      readonly kind: 'action'
      readonly label: string
      readonly onSelect: () => void
      readonly icon?: ReactNode
      readonly isDanger?: boolean
      /** Marks a radio entry: whether it is the chosen one. */
      readonly isChosen?: boolean
    }
  | { readonly kind: 'separator' }
  | { readonly kind: 'heading'; readonly label: string }

export interface MenuProps {
  readonly items: readonly MenuItem[]
  readonly align?: 'start' | 'end'
  /** The button that opens it; spread what it is given onto it. */
  readonly trigger: (props: MenuTrigger) => ReactNode
}

export interface MenuTrigger {
  readonly id: string
  readonly 'aria-haspopup': 'menu'
  readonly 'aria-expanded': boolean
  readonly onClick: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** A menu under a button. Arrows, Home, End and first letters move; Escape and a click elsewhere close. */
export function Menu({ items, align = 'start', trigger }: MenuProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    const element = list.current
    const anchor = document.getElementById(id)
    if (element === null || anchor === null || !isOpen) return
    element.showPopover()
    placeNear(anchor, element, { side: 'bottom', align })
    entries(element)[0]?.focus()
    const onToggle = () => {
      if (!element.matches(':popover-open')) setOpen(false)
    }
    element.addEventListener('toggle', onToggle)
    return () => {
      element.removeEventListener('toggle', onToggle)
      if (element.matches(':popover-open')) element.hidePopover()
    }
  }, [isOpen, id, align])

  function close() {
    setOpen(false)
    document.getElementById(id)?.focus()
  }

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const all = entries(event.currentTarget)
    const at = all.findIndex((entry) => entry === document.activeElement)
    const next = nextEntry(event.key, at, all)
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    } else if (event.key === 'Tab') setOpen(false)
    else if (next !== undefined) {
      event.preventDefault()
      next.focus()
    }
  }

  return (
    <>
      {trigger({
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => setOpen(!isOpen),
        onKeyDown: (event) => {
          if (event.key === 'ArrowDown' && !isOpen) {
            event.preventDefault()
            setOpen(true)
          }
        },
      })}
      {isOpen && (
        <div
          ref={list}
          role="menu"
          tabIndex={-1}
          popover="auto"
          aria-labelledby={id}
          onKeyDown={move}
          className="fixed max-h-[80dvh] max-w-[min(24rem,calc(100vw-1rem))] min-w-52 animate-[fade_120ms_ease-out] overflow-y-auto rounded-card border border-line bg-raised p-1 text-body text-ink shadow-menu"
        >
          {items.map((item, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the entries of a menu do not move
            <MenuEntry key={at} item={item} onDone={close} />
          ))}
        </div>
      )}
    </>
  )
}

function MenuEntry({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  switch (item.kind) {
    case 'separator':
      return <hr className="mx-2 my-1 border-line" />
    case 'heading':
      return <div className="px-3 pt-2 pb-1 text-caption text-ink-3">{item.label}</div>
    case 'link':
      return (
        <Link to={item.to} role="menuitem" tabIndex={-1} className={entryShape} onClick={onDone}>
          {item.icon}
          {item.detail === undefined ? (
            item.label
          ) : (
            <span className="min-w-0 grow wrap-anywhere">
              {item.isMarked === true && (
                <span className="mr-2 inline-block size-2 rounded-full bg-accent align-middle">
                  <span className="sr-only">New: </span>
                </span>
              )}
              {item.label}
              <span className="block text-caption text-ink-3">{item.detail}</span>
            </span>
          )}
        </Link>
      )
    case 'action':
      return (
        <button
          type="button"
          role={item.isChosen === undefined ? 'menuitem' : 'menuitemradio'}
          aria-checked={item.isChosen}
          tabIndex={-1}
          onClick={() => {
            onDone()
            item.onSelect()
          }}
          className={cx(entryShape, item.isDanger === true && 'text-danger')}
        >
          {item.icon}
          <span className="grow">{item.label}</span>
          {item.isChosen === true && <span aria-hidden="true">✓</span>}
        </button>
      )
  }
}

const entryShape =
  'flex w-full items-center gap-3 rounded-control px-3 py-2 text-left hover:bg-sunken focus-visible:bg-sunken pointer-coarse:min-h-11'

function entries(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
}

function nextEntry(key: string, at: number, all: readonly HTMLElement[]): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return all[(at + 1) % all.length]
    case 'ArrowUp':
      return all[(at - 1 + all.length) % all.length]
    case 'Home':
      return all[0]
    case 'End':
      return all.at(-1)
    default: {
      if (key.length !== 1) return undefined
      const following = [...all.slice(at + 1), ...all.slice(0, at + 1)]
      return following.find((entry) => entry.textContent.toLowerCase().startsWith(key.toLowerCase()))
    }
  }
}
