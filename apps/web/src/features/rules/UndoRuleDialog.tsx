import { useState } from 'react'
import type { UndoRuleDialogProps } from '../../client/slots.ts'
import { transactionsText } from '../journal-runs/journal-run-words.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** Before what a rule did is taken back: how much goes back, and whether the rule goes on asking what comes later. */
export function UndoRuleDialog({ rows, onClose, onUndo }: UndoRuleDialogProps) {
  const [switchOff, setSwitchOff] = useState(true)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Undo what the rule did"
      width="narrow"
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" onClick={() => onUndo(switchOff)}>
            {switchOff ? 'Undo and switch off' : 'Undo'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>
          {transactionsText(rows)} {rows === 1 ? 'goes' : 'go'} back to what{' '}
          {rows === 1 ? 'it was' : 'they were'} before this rule.
        </p>
        <Checkbox
          label="Also switch the rule off"
          hint={
            switchOff
              ? 'It stays in the list, and you can switch it on again.'
              : 'The rule stays on: it changes what you import from now on.'
          }
          checked={switchOff}
          onChange={(event) => setSwitchOff(event.target.checked)}
        />
      </div>
    </Dialog>
  )
}
