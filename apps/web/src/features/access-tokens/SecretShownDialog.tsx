import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

export interface SecretShownDialogProps {
  readonly title: string
  readonly text: string
  readonly secret: string
  readonly onClose: () => void
}

/** A secret that is shown this once. */
export function SecretShownDialog({ title, text, secret, onClose }: SecretShownDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <p className="text-ink-2">{text}</p>
      <div className="mt-4 flex items-center justify-between gap-2 rounded-card bg-sunken p-4">
        <code className="min-w-0 font-mono break-all">{secret}</code>
        <CopyButton text={secret} label="Copy it" />
      </div>
    </Dialog>
  )
}
