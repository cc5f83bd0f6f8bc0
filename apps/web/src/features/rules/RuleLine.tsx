import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Rule } from '@lotbook/contract'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DateTime } from '../../ui/Values.tsx'
import { transactionsText } from '../journal-runs/journal-run-words.ts'
import type { useRuleActions } from './use-rules.ts'

export interface RuleLineProps {
  readonly rule: Rule
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly actions: ReturnType<typeof useRuleActions>
  readonly onEdit: () => void
  readonly onMove: (by: 1 | -1) => void
}

/** A rule of the list: its sentence, what it did, and what can be done with it. */
export function RuleLine({ rule, isFirst, isLast, actions, onEdit, onMove }: RuleLineProps) {
  const [asks, setAsks] = useState<'off' | 'delete'>()
  const { sentence, rows, is_active: isActive } = rule
  const end = (takeBack: boolean) => {
    if (asks === 'delete') actions.remove(rule.id, takeBack)
    else actions.turn(rule.id, false, takeBack)
    setAsks(undefined)
  }
  return (
    <li className="grid gap-2 px-card py-3">
      <p className={cx('break-words', !isActive && 'text-ink-2')}>{sentence}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-table text-ink-2">
          {rows === 0
            ? 'No transactions changed by this rule'
            : `${transactionsText(rows)} changed by this rule`}{' '}
          · saved <DateTime instant={rule.saved_at} zone />
        </p>
        <div className="flex items-center gap-1">
          <Checkbox
            label={<span className="text-table">On</span>}
            aria-label={`On: ${sentence}`}
            className="mr-3 items-center"
            checked={isActive}
            onChange={() => {
              if (actions.isBusy) return
              if (!isActive) actions.turn(rule.id, true, false)
              else if (rows === 0) actions.turn(rule.id, false, false)
              else setAsks('off')
            }}
          />
          <IconButton
            label={`Move up: ${sentence}`}
            disabledReason={isFirst ? 'it is the first' : undefined}
            onClick={() => onMove(-1)}
          >
            <ArrowUp aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton
            label={`Move down: ${sentence}`}
            disabledReason={isLast ? 'it is the last' : undefined}
            onClick={() => onMove(1)}
          >
            <ArrowDown aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton label={`Edit: ${sentence}`} onClick={onEdit}>
            <Pencil aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton label={`Delete: ${sentence}`} onClick={() => setAsks('delete')}>
            <Trash2 aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
      </div>
      <Dialog
        isOpen={asks !== undefined}
        onClose={() => setAsks(undefined)}
        title={asks === 'delete' ? 'Delete the rule' : 'Switch the rule off'}
        footer={
          <>
            <Button data-autofocus onClick={() => setAsks(undefined)}>
              Cancel
            </Button>
            {rows === 0 ? (
              <Button look="danger" onClick={() => end(false)}>
                Delete
              </Button>
            ) : (
              <>
                <Button onClick={() => end(true)}>
                  {asks === 'delete' ? 'Delete and undo' : 'Switch off and undo'}
                </Button>
                <Button look="primary" onClick={() => end(false)}>
                  {asks === 'delete' ? 'Delete only' : 'Switch off only'}
                </Button>
              </>
            )}
          </>
        }
      >
        <p className="break-words">{sentence}</p>
        <p className="mt-2 text-ink-2">
          {rows === 0
            ? 'It has changed nothing. It no longer applies to what you import later.'
            : `This rule changed ${transactionsText(rows)}. Undo that as well, or leave ${rows === 1 ? 'it' : 'them'} as ${rows === 1 ? 'it is' : 'they are'}?`}
        </p>
      </Dialog>
    </li>
  )
}
