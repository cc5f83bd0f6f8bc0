import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { messages } from '@lotbook/contract'
import { type AddSourceButtonProps, useSlots } from '../../client/slots.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const SourceSearch = lazyPart(async () => (await import('./SourceSearch.tsx')).SourceSearch)
const HelpDialog = lazyPart(async () => (await import('./HelpDialog.tsx')).HelpDialog)

type Shown = 'search' | 'upload' | 'manual'

/** 'Add Wallet/Exchange': opens the search over all sources, wherever the button stands. */
export function AddSourceButton({ look = 'primary', onOpen }: AddSourceButtonProps) {
  const { ManualPopup, UploadFiles } = useSlots()
  const [shown, setShown] = useState<Shown>()
  const [hasHelp, setHelp] = useState(false)
  const show = (next: Shown | undefined) => {
    setShown(next)
    onOpen?.(next !== undefined)
  }
  const close = () => show(undefined)
  return (
    <>
      <Button
        look={look}
        icon={<Plus aria-hidden="true" className="size-4" />}
        onClick={() => show('search')}
      >
        {messages.import.open}
      </Button>
      <Suspense>
        {shown === 'search' && (
          <SourceSearch
            onClose={close}
            onHelp={() => setHelp(true)}
            onUpload={() => show('upload')}
            onManual={() => show('manual')}
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
