import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { readPreferences } from '../ui/preferences.ts'
import { press, type Shortcut, type ShortcutAction, shortcuts } from './shortcuts.ts'
import { isThere } from '../client/use-is-registered.ts'

/** The keys of the shell that lead somewhere in this build. */
export function useKnownShortcuts(): readonly Shortcut[] {
  const { routesByPath } = useRouter()
  return useMemo(
    () => shortcuts.filter(({ action }) => action.kind !== 'go' || isThere(routesByPath, action.to)),
    [routesByPath],
  )
}

/** Listen to the keys of the shell; going somewhere is done here, the rest is told. */
export function useShortcuts(onAction: (kind: Exclude<ShortcutAction['kind'], 'go'>) => void): void {
  const router = useRouter()
  const known = useKnownShortcuts()

  useEffect(() => {
    let pending: string | undefined
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.altKey) return
      const pressed = press(
        { key: event.key, mod: event.metaKey || event.ctrlKey, isTyping: isTyping(event.target) },
        pending,
        known,
        readPreferences().shortcuts !== false,
      )
      pending = pressed.pending
      const { action } = pressed
      if (action === undefined) return
      event.preventDefault()
      if (action.kind === 'go') router.history.push(action.to)
      else if (action.kind === 'search') document.querySelector<HTMLElement>('input[type="search"]')?.focus()
      else onAction(action.kind)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [router, known, onAction])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="menu"]') !== null)
  )
}
