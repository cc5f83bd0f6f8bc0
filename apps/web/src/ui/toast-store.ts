/** A short message about something that has just happened. */
export interface Toast {
  readonly id: number
  readonly kind: 'done' | 'failed'
  readonly text: string
  /** Takes back what was done; the toast stays longer. */
  readonly undo?: () => void
  /** The path to what the message is about. */
  readonly link?: ToastLink
}

export interface ToastLink {
  readonly to: string
  readonly label: string
}

export interface ToastStore {
  readonly list: () => readonly Toast[]
  readonly subscribe: (listener: () => void) => () => void
  readonly add: (toast: Omit<Toast, 'id'>) => void
  readonly remove: (id: number) => void
}

/** Toasts that are shown, oldest first; at most four, the oldest gives way. */
export function createToastStore(): ToastStore {
  let toasts: readonly Toast[] = []
  let nextId = 1
  const listeners = new Set<() => void>()
  const change = (next: readonly Toast[]) => {
    toasts = next
    for (const listener of listeners) listener()
  }
  return {
    list: () => toasts,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: (toast) => change([...toasts, { ...toast, id: nextId++ }].slice(-4)),
    remove: (id) => change(toasts.filter((toast) => toast.id !== id)),
  }
}

/** How long a toast stays, in ms: 6 s, 10 s with Undo or a link; a failure stays until it is closed. */
export function lifetimeMs(toast: Pick<Toast, 'kind' | 'undo' | 'link'>): number | undefined {
  if (toast.kind === 'failed') return undefined
  return toast.undo === undefined && toast.link === undefined ? 6_000 : 10_000
}

/** The toasts of this window. */
export const toasts = createToastStore()

/** Say that something was done, with the way to take it back, or the way to what it is about, for ten seconds. */
export function toastDone(text: string, more?: (() => void) | ToastLink): void {
  const beside = more === undefined ? {} : typeof more === 'function' ? { undo: more } : { link: more }
  toasts.add({ kind: 'done', text, ...beside })
}

/** Say that something failed; it stays until it is closed. */
export function toastFailed(text: string): void {
  toasts.add({ kind: 'failed', text })
}
