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

/** Whether a text is a day, `2025-06-02`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}
