import { Dialog } from '../ui/Dialog.tsx'
import { useKnownShortcuts } from './use-shortcuts.ts'

const inLists = [
  { keys: 'j / k', does: 'Next or previous row' },
  { keys: 'Enter', does: 'Open the row' },
  { keys: 'e', does: 'Edit the transaction' },
  { keys: 's', does: 'Ignore the transaction, or count it again' },
  { keys: 'x', does: 'Select the row for a change to many at once' },
  { keys: 'f', does: 'Actions of the row, and filters by what it is' },
  { keys: 'z', does: 'Undo the last change' },
  { keys: 'Esc', does: 'Close or go back' },
]

/** The list of keys. */
export function KeyboardHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const known = useKnownShortcuts()
  const modifier = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl'
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keys" width="narrow">
      <table className="w-full">
        <caption className="sr-only">Keyboard shortcuts</caption>
        <tbody>
          {[...known, ...inLists].map(({ keys, does }) => (
            <tr key={keys} className="border-b border-line last:border-b-0">
              <th scope="row" className="w-28 py-2 text-left font-normal">
                <kbd className="rounded-control border border-line bg-sunken px-2 py-0.5 font-mono text-table">
                  {keys.replace('mod+k', `${modifier} K`)}
                </kbd>
              </th>
              <td className="py-2">{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
