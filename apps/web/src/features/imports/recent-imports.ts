import { useSyncExternalStore } from 'react'

let sources: readonly string[] = []
const listeners = new Set<() => void>()

function change(next: readonly string[]) {
  sources = next
  for (const listener of listeners) listener()
}

/** Sources of the files that were uploaded since the person last closed their receipt; a reload closes it too. */
export const recentImports = {
  add: (uploaded: readonly string[]) => change([...new Set([...uploaded, ...sources])]),
  clear: () => change([]),
}

/** The list, as it changes. */
export function useRecentImports(): readonly string[] {
  return useSyncExternalStore(subscribe, () => sources)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
