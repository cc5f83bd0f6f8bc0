/** Foreign text as a message may show it: at most 60 characters, on one line. */
export function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 57)}...` : line
}
