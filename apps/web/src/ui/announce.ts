/** Says something to who cannot see it: one polite place for the whole window, the latest words win. */
export function announce(text: string): void {
  current = text
  for (const listener of listeners) listener()
}

/** For the live region of the shell. */
export const announcement = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => current,
}

let current = ''
const listeners = new Set<() => void>()
