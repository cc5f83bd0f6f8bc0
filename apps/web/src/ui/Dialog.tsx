import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** Between the title and the way to close it. */
  readonly beside?: ReactNode
  /** Buttons, at the foot. */
  readonly footer?: ReactNode
  readonly width?: 'narrow' | 'medium' | 'wide'
  /**
   * `sheet` stands at the right edge, and at the foot of a phone; `side` at the right edge of a phone too; `page` at the
   * right edge, and over the whole of a phone.
   */
  readonly form?: 'dialog' | 'sheet' | 'side' | 'page'
  /** False leaves the page behind it usable: a sheet beside a list. Escape still closes it. */
  readonly modal?: boolean
}

/**
 * A dialog: the browser's own, so that focus is kept inside, comes back afterwards, and Escape closes it. On a phone
 * every dialog is a sheet at the foot.
 */
export function Dialog(props: DialogProps) {
  const {
    isOpen,
    onClose,
    title,
    children,
    beside,
    footer,
    width = 'medium',
    form = 'dialog',
    modal = true,
  } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (element === null || !isOpen) return
    const before = document.activeElement
    return () => {
      element.close()
      stacked.delete(element)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [isOpen])

  useEffect(() => {
    if (dialog.current !== null && isOpen) show(dialog.current, modal)
  }, [isOpen, modal])

  if (!isOpen) return null
  return (
    // The keys and clicks are those of the browser's dialog: Escape, and a click beside it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      data-beside={modal ? undefined : ''}
      // Escape in a dialog within this one closes that one alone; React lets both events rise to here.
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onKeyDown={({ key, target }) => {
        const isOwn = target instanceof Element && target.closest('dialog') === dialog.current
        if (!modal && isOwn && key === 'Escape') onClose()
      }}
      onClick={(event) => {
        // The second click of a double click on what opened it is not one beside it.
        if (event.target === dialog.current && event.detail !== 2) onClose()
      }}
      className={cx(
        // Wherever it stands in the page, as in a cell of a table, its text is set as in a dialog.
        'text-left text-body font-normal whitespace-normal',
        'z-40 max-h-[90dvh] w-full flex-col overflow-hidden border border-line bg-raised p-0 text-ink shadow-dialog open:flex',
        forms[form],
        form === 'dialog' && widths[width],
      )}
    >
      <div className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-4">
        <h2
          id={titleId}
          tabIndex={-1}
          className="outline-none focus-visible:shadow-none min-w-0 truncate text-lead font-semibold"
        >
          {title}
        </h2>
        <div className="flex items-center gap-1">
          {beside}
          <IconButton label="Close" onClick={onClose}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
      </div>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain p-4">{children}</div>
      {footer !== undefined && (
        <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-4 py-3">
          {footer}
        </div>
      )}
    </dialog>
  )
}

/** Modal dialogs that are open, in the order in which the browser stacks them. */
const stacked = new Set<HTMLDialogElement>()

function stack(dialog: HTMLDialogElement): void {
  dialog.showModal()
  stacked.delete(dialog)
  stacked.add(dialog)
}

/**
 * Show a dialog, or change the way an open one stands: then what holds the focus keeps it, and dialogs above it, within it
 * or beside it in the page, stay above: the browser stacks them in the order they were opened.
 */
function show(dialog: HTMLDialogElement, modal: boolean): void {
  const focused = dialog.open ? document.activeElement : null
  const above = dialog.open ? [...stacked].filter((one) => one !== dialog && !one.contains(dialog)) : []
  dialog.close()
  stacked.delete(dialog)
  if (modal) stack(dialog)
  else dialog.show()
  for (const one of above) {
    one.close()
    stack(one)
  }
  // Where a dialog names no control of its own to begin with, its title is read first.
  const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector('h2')
  if (focused instanceof HTMLElement) focused.focus()
  else first?.focus()
}

const atFoot =
  'max-md:fixed max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:m-0 max-md:max-w-none max-md:rounded-t-dialog max-md:pb-[env(safe-area-inset-bottom)] max-md:animate-[slide-in-up_200ms_ease-out]'

const forms = {
  dialog: cx('md:rounded-dialog md:animate-[rise_200ms_ease-out]', atFoot),
  sheet: cx(
    'md:fixed md:inset-y-0 md:right-0 md:left-auto md:m-0 md:h-dvh md:max-h-none md:max-w-[440px] md:animate-[slide-in-right_200ms_ease-out] md:border-y-0 md:border-r-0',
    atFoot,
  ),
  page: 'fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none max-w-none pb-[env(safe-area-inset-bottom)] max-md:border-0 md:max-w-[520px] md:animate-[slide-in-right_200ms_ease-out] md:border-y-0 md:border-r-0',
  side: 'fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none max-w-[min(320px,88vw)] animate-[slide-in-right_200ms_ease-out] border-y-0 border-r-0 pb-[env(safe-area-inset-bottom)]',
}

const widths = { narrow: 'md:max-w-[400px]', medium: 'md:max-w-[560px]', wide: 'md:max-w-[880px]' }
