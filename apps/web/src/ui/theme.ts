import { useSyncExternalStore } from 'react'
import { readPreferences, type Theme, writePreferences } from './preferences.ts'

export const themes: readonly Theme[] = ['light', 'dark', 'system']

/** The theme this browser was left in. `public/theme.js` reads the same before the first paint. */
export function storedTheme(): Theme {
  const { theme } = readPreferences()
  return theme ?? 'system'
}

/** Colour the page, and remember it in this browser. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  writePreferences({ theme })
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

/** The theme, and again when it is changed anywhere in this window. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, storedTheme)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
