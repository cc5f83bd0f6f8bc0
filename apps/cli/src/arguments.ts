import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** Options and other words of a command; undefined where an option is unknown or lacks its value. */
export function argumentsOf<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch {
    return undefined
  }
}

/** A year of four digits; undefined for anything else. */
export function yearOfText(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{4}$/.test(text) ? Number(text) : undefined
}

/** Whether a text is a day that there is, `2025-06-02`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = Date.parse(text)
  // The 30th of February is read as one of March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
