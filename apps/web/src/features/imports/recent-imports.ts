import { useSyncExternalStore } from 'react'

const KEY = 'recent imports'

let sources: readonly string[] = kept()
/** They are of before the page was loaded: the next upload has a receipt of its own. */
let isOfBefore = true
const listeners = new Set<() => void>()

function change(next: readonly string[]) {
  sources = next
  isOfBefore = false
  keep(next)
  for (const listener of listeners) listener()
}

/** Sources of the files that were uploaded in this window since the person last closed their receipt, over a reload too. */
export const recentImports = {
  add: (uploaded: readonly string[]) => change([...new Set([...uploaded, ...(isOfBefore ? [] : sources)])]),
  clear: () => change([]),
}

/** The list, as it changes. */
export function useRecentImports(): readonly string[] {
  return useSyncExternalStore(subscribe, currentImports)
}

export const currentImports = (): readonly string[] => sources

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function kept(): readonly string[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function keep(next: readonly string[]) {
  try {
    if (next.length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // A browser that keeps nothing loses the receipt with the page.
  }
}
