const UNMAPPED = 'unmapped_type:'

/** The source's own name for a transaction of unknown type, as its reader marked it; undefined if there is none. */
export function sourceType(flags: readonly string[]): string | undefined {
  const word = flags.find((flag) => flag.startsWith(UNMAPPED))?.slice(UNMAPPED.length)
  return word === '' ? undefined : word
}
