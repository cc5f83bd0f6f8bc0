/** How the application is coloured. `system` follows the device. */
export type Theme = 'light' | 'dark' | 'system'

/** What a person chose about the look of this browser. Nothing in here says anything about their holdings. */
export interface Preferences {
  readonly theme?: Theme
  /** Rows of 44 or 32 px. */
  readonly density?: 'comfortable' | 'compact'
  /** Single-key shortcuts; on unless turned off (WCAG 2.1.4). */
  readonly shortcuts?: boolean
  /** Files are looked at before they are imported. */
  readonly checkFiles?: boolean
}

const KEY = 'ui_preferences'

/** The preferences of this browser; empty where it keeps nothing or keeps something unreadable. */
export function readPreferences(): Preferences {
  try {
    return parsePreferences(localStorage.getItem(KEY))
  } catch {
    return {} // storage refused by the browser
  }
}

/** Merge into the preferences of this browser. */
export function writePreferences(changed: Preferences): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readPreferences(), ...changed }))
  } catch {
    // A browser that keeps nothing still applies the choice until the page is left.
  }
}

/** Preferences from stored text; whatever is not one of the known values is left out. */
export function parsePreferences(text: string | null): Preferences {
  if (text === null) return {}
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    return {}
  }
  if (typeof stored !== 'object' || stored === null) return {}
  const { theme, density, shortcuts, checkFiles } = stored as Record<string, unknown>
  return {
    ...(theme === 'light' || theme === 'dark' || theme === 'system' ? { theme } : {}),
    ...(density === 'comfortable' || density === 'compact' ? { density } : {}),
    ...(typeof shortcuts === 'boolean' ? { shortcuts } : {}),
    ...(typeof checkFiles === 'boolean' ? { checkFiles } : {}),
  }
}
