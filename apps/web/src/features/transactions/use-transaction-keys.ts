import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readPreferences } from '../../ui/preferences.ts'
import { detailQuery } from './detail-query.ts'
import type { TransactionSearch } from './transaction-search.ts'
import type { Corrections } from './use-corrections.ts'
import type { GoTo } from './use-transaction-search.ts'

export interface TransactionKeys {
  readonly search: TransactionSearch
  readonly goTo: GoTo
  readonly corrections: Corrections
  readonly previous: string | undefined
  readonly next: string | undefined
  readonly onClose: () => void
}

/**
 * The keys of the screen outside a row: z and Ctrl+Z undo, e edits what is open, m looks for its other side, j and k open the next or previous one,
 * Escape closes. Single letters mean nothing while typing, or when turned off (WCAG 2.1.4).
 */
export function useTransactionKeys({ search, goTo, corrections, previous, next, onClose }: TransactionKeys) {
  const client = useQueryClient()
  const { id, edit } = search

  useEffect(() => {
    function undo(): boolean {
      if (corrections.undoLast()) return true
      const shown = id === undefined ? undefined : client.getQueryData(detailQuery(id).queryKey)
      const newest = shown?.data.changes.find((change) => change.can_undo)
      if (newest === undefined || corrections.isBusy) return false
      corrections.undo(newest)
      return true
    }

    function act({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
      if (altKey || isTyping(target)) return false
      if ((ctrlKey || metaKey) && key.toLowerCase() === 'z') return undo()
      if (ctrlKey || metaKey) return false
      if (key === 'Escape' && id !== undefined && !isInDialog(target)) {
        onClose()
        return true
      }
      if (readPreferences().shortcuts === false) return false
      if (key === 'z') return undo()
      if (id === undefined || edit === 'true') return false
      const to = key === 'j' ? next : key === 'k' ? previous : undefined
      if (key === 'm') return findOtherSide()
      if (key === 'e') goTo({ ...search, edit: 'true' })
      else if (to !== undefined) goTo({ ...search, id: to }, { replace: true })
      else return false
      return true
    }

    function onKey(event: KeyboardEvent) {
      if (!event.defaultPrevented && act(event)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [client, corrections, edit, goTo, id, next, onClose, previous, search])
}

function findOtherSide(): boolean {
  const button = document.querySelector<HTMLElement>('[data-find-match]')
  button?.click()
  return button !== null
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [role="menu"]') !== null
}

// A dialog closes itself.
function isInDialog(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('dialog') !== null
}
