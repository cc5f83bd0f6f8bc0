const UNMAPPED = 'unmapped_type:'

/** What a source calls a transaction whose type nobody knows, as its reader marked it; undefined where it says nothing. */
export function sourceType(flags: readonly string[]): string | undefined {
  const word = flags.find((flag) => flag.startsWith(UNMAPPED))?.slice(UNMAPPED.length)
  return word === '' ? undefined : word
}
