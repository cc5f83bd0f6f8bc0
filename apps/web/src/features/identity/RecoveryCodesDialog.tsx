import { Download } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** The recovery codes, shown this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Save your recovery codes"
      footer={
        <>
          <Button icon={<Download aria-hidden="true" className="size-4" />} onClick={() => download(text)}>
            Download
          </Button>
          <Button look="primary" onClick={onClose}>
            I have saved them
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        Each one works once in place of a code from your app, for example if you lose your phone. We cannot
        show them again.
      </p>
      <div className="mt-4 flex items-start justify-between gap-2 rounded-card bg-sunken p-4">
        <ul className="grid grow grid-cols-2 gap-x-6 gap-y-2 font-mono">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={text} label="Copy all" />
      </div>
    </Dialog>
  )
}

function download(text: string) {
  const url = URL.createObjectURL(new Blob([`Lotbook recovery codes\n\n${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'lotbook-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}
