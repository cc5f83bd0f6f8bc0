import { useSyncExternalStore } from 'react'
import { STORAGE_KEYS } from '@lotbook/contract'

/** The four things this browser keeps besides the preferences of its look (O-37). */
export type StoredKey = keyof typeof STORAGE_KEYS

/** The text kept under a key; null where there is none, or the browser keeps nothing. */
export function readStored(key: StoredKey): string | null {
  try {
    return localStorage.getItem(STORAGE_KEYS[key])
  } catch {
    return null
  }
}

const watchers = new Set<() => void>()

export function writeStored(key: StoredKey, value: string): void {
  try {
    localStorage.setItem(STORAGE_KEYS[key], value)
  } catch {
    // A browser that keeps nothing asks again next time.
  }
  for (const watcher of watchers) watcher()
}

/** The text kept under a key, and again when this window changes it. */
export function useStored(key: StoredKey): string | null {
  return useSyncExternalStore(watch, () => readStored(key))
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** After signing out: everything goes but the four keys and the preferences of the look (SA14). */
export function forgetAllButStored(): void {
  try {
    sessionStorage.clear()
    const kept = new Set<string>([...Object.values(STORAGE_KEYS), 'ui_preferences'])
    for (const key of Object.keys(localStorage)) {
      if (!kept.has(key)) localStorage.removeItem(key)
    }
  } catch {
    // Nothing is kept, so nothing is left.
  }
}
