import { screenMessages } from '@lotbook/contract'
import { Dialog } from '../../ui/Dialog.tsx'
import { EntryHelp } from './EntryHelp.tsx'
import { ManualEntry } from './ManualEntry.tsx'

/** The same form over whatever screen it was asked for on (R2.106). */
export function ManualPopup({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={screenMessages.manual.title} width="wide">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <ManualEntry onClose={onClose} />
        <EntryHelp />
      </div>
    </Dialog>
  )
}
