/** A pattern of a text in which each `*` stands for `any`, a part of a regular expression. */
export function starred(pattern: string, any: string): string {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\/]/g, String.raw`\$&`))
  return parts.join(any)
}
