import { paths } from '@lotbook/contract'

/** The action of a key in the shell; lists and panels have keys of their own. */
export type ShortcutAction =
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'help' | 'search' | 'commands' }

export interface Shortcut {
  /** As pressed, one after the other: `g d`. `mod` is Ctrl, or Cmd on a Mac. */
  readonly keys: string
  readonly does: string
  readonly action: ShortcutAction
}

export const shortcuts: readonly Shortcut[] = [
  { keys: 'mod+k', does: 'Open the command menu', action: { kind: 'commands' } },
  { keys: '/', does: 'Go to the search box', action: { kind: 'search' } },
  { keys: '?', does: 'Show the keys', action: { kind: 'help' } },
  { keys: 'g d', does: 'Go to the dashboard', action: { kind: 'go', to: paths.dashboard } },
  { keys: 'g i', does: 'Go to imports', action: { kind: 'go', to: paths.imports } },
  { keys: 'g t', does: 'Go to transactions', action: { kind: 'go', to: paths.transactions } },
  { keys: 'g x', does: 'Go to taxes', action: { kind: 'go', to: paths.tax } },
  { keys: 'g h', does: 'Go to holdings', action: { kind: 'go', to: paths.holdings } },
  {
    keys: 'r',
    does: 'Go to the review queue',
    action: { kind: 'go', to: `${paths.transactions}?tab=review` },
  },
]

export interface Press {
  readonly key: string
  readonly mod: boolean
  /** The focus is where text is entered. */
  readonly isTyping: boolean
}

export interface Pressed {
  readonly action?: ShortcutAction
  /** The first key of a pair, waiting for the second. */
  readonly pending: string | undefined
}

/** The action of a key press, after the key that was pressed before. Single keys do nothing while typing or when turned off. */
export function press(
  { key, mod, isTyping }: Press,
  pending: string | undefined,
  known: readonly Shortcut[],
  singleKeys: boolean,
): Pressed {
  if (mod) return { ...found(`mod+${key.toLowerCase()}`, known), pending: undefined }
  if (isTyping || !singleKeys || key.length !== 1) return { pending: undefined }
  const pair = pending === undefined ? undefined : found(`${pending} ${key}`, known)
  if (pair?.action !== undefined) return { ...pair, pending: undefined }
  if (known.some(({ keys }) => keys.startsWith(`${key} `))) return { pending: key }
  return { ...found(key, known), pending: undefined }
}

function found(keys: string, known: readonly Shortcut[]): { action?: ShortcutAction } {
  const shortcut = known.find((candidate) => candidate.keys === keys)
  return shortcut === undefined ? {} : { action: shortcut.action }
}
