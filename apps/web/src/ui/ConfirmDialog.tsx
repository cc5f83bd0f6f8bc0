import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

export interface ConfirmDialogProps {
  readonly isOpen: boolean
  readonly title: string
  readonly text: string
  /** What follows from it, in numbers. */
  readonly consequence?: ReactNode
  readonly confirm: string
  readonly cancel?: string
  readonly isDestructive?: boolean
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something that matters. Cancel comes first, so that Enter does not destroy. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    title,
    text,
    consequence,
    confirm,
    cancel = 'Cancel',
    isDestructive = false,
    busy = false,
  } = props
  return (
    <Dialog
      isOpen={isOpen}
      onClose={props.onClose}
      title={title}
      width="narrow"
      footer={
        <>
          {/* The one to fall on when Enter is pressed without reading. */}
          <Button data-autofocus onClick={props.onClose}>
            {cancel}
          </Button>
          <Button look={isDestructive ? 'danger' : 'primary'} busy={busy} onClick={props.onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {consequence !== undefined && <p className="mt-2 text-ink-2">{consequence}</p>}
    </Dialog>
  )
}
