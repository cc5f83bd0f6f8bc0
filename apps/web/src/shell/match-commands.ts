/** Something the command menu offers: a place to go to, or something to do. */
export type Command =
  | {
      readonly kind: 'go'
      readonly id: string
      readonly label: string
      /** Kind of place, in a word. */
      readonly what: string
      /** More about it, in small letters. */
      readonly detail?: string
      readonly to: string
    }
  | { readonly kind: 'do'; readonly id: string; readonly label: string; readonly run: () => void }

/** The commands whose words begin with what was typed, each typed word with another; all while nothing is typed. */
export function matchCommands<Offered extends Command>(
  commands: readonly Offered[],
  typed: string,
): readonly Offered[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(({ label }) => {
    const words = label.toLowerCase().split(/[^\p{L}\p{N}]+/u)
    return wanted.every((start) => words.some((word) => word.startsWith(start)))
  })
}
