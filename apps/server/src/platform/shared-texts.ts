/**
 * A function that gives equal texts one place in memory. The driver makes a text of its own for each cell, and in a hundred thousand rows
 * most of them (ids that rows name, assets, accounts, days) are one of a few.
 *
 * @param known - texts that are held already, such as ids that the rows to come will name.
 */
export function sharedTexts(known: Iterable<string> = []) {
  const texts = new Map<string, string>()
  for (const text of known) texts.set(text, text)
  return <Text extends string | null>(text: Text): Text => {
    if (text === null) return text
    const found = texts.get(text)
    if (found !== undefined) return found as Text
    texts.set(text, text)
    return text
  }
}
