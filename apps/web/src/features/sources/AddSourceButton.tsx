import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { messages } from '@lotbook/contract'
import { useSlots } from '../../client/slots.ts'
import { Button, type ButtonLook } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

const SourceSearch = lazy(async () => ({ default: (await import('./SourceSearch.tsx')).SourceSearch }))
const HelpDialog = lazy(async () => ({ default: (await import('./HelpDialog.tsx')).HelpDialog }))

/** 'Add Wallet/Exchange': opens the search over all sources, wherever the button stands. */
export function AddSourceButton({ look = 'primary' }: { look?: ButtonLook }) {
  const { ManualPopup, UploadFiles } = useSlots()
  const [shown, setShown] = useState<'search' | 'upload' | 'manual'>()
  const [hasHelp, setHelp] = useState(false)
  const close = () => setShown(undefined)
  return (
    <>
      <Button
        look={look}
        icon={<Plus aria-hidden="true" className="size-4" />}
        onClick={() => setShown('search')}
      >
        {messages.import.open}
      </Button>
      <Suspense>
        {shown === 'search' && (
          <SourceSearch
            onClose={close}
            onHelp={() => setHelp(true)}
            onUpload={() => setShown('upload')}
            onManual={() => setShown('manual')}
          />
        )}
        {shown === 'manual' && <ManualPopup onClose={close} />}
        {hasHelp && <HelpDialog onClose={() => setHelp(false)} />}
      </Suspense>
      {shown === 'upload' && (
        <Dialog isOpen onClose={close} title={messages.import.viaCsv} width="medium">
          <Suspense>
            {/* In a dialog the upload only says that it went well (R2.169). */}
            <UploadFiles onImported={close} />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
