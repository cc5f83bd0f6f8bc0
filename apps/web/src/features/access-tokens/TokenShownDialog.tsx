import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** A new access token, shown this once. */
export function TokenShownDialog({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Copy your token"
      footer={
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <p className="text-ink-2">
        We cannot show it again. Keep it like a password: whoever has it can do what its scopes allow.
      </p>
      <div className="mt-4 flex items-center justify-between gap-2 rounded-card bg-sunken p-4">
        <code className="min-w-0 font-mono break-all">{token}</code>
        <CopyButton text={token} label="Copy the token" />
      </div>
    </Dialog>
  )
}
