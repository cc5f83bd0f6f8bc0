import { z } from 'zod'

// The server, which a test in the same process may have loaded, has words of its own for customers.
const ZOD_WORDS = z.locales.en().localeError

/** Of very many problems the first say enough. */
const MOST = 20

/** Problems of a data file, each with its file, line and field; empty if it is of its form. */
export function dataProblems(file: string, text: string, form: z.ZodType): string[] {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    return [`${file}: not JSON: ${error instanceof Error ? error.message : String(error)}`]
  }
  const { error } = form.safeParse(data, { error: ZOD_WORDS })
  return (error?.issues ?? []).slice(0, MOST).map(({ path, message }) => {
    const names = path.map((name) => (typeof name === 'symbol' ? String(name) : name))
    return `${file}, line ${lineOf(text, names)}, ${names.join('.') || 'the whole'}: ${message}`
  })
}

/** The line of a value in the text of some JSON; where the value is missing, of what should hold it. */
export function lineOf(text: string, path: readonly (string | number)[]): number {
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/y
  const space = /\s*/y
  let at = 0
  const next = () => {
    space.lastIndex = at
    at += space.exec(text)?.[0].length ?? 0
    token.lastIndex = at
    const found = token.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }
  const peek = () => {
    const before = at
    const found = next()
    const start = at - found.length
    at = before
    return { found, start }
  }
  /** Walks over a value, and says where the value of the path in it begins. */
  const walk = (rest: readonly (string | number)[] | undefined): number | undefined => {
    const { start } = peek()
    const open = next()
    let found = rest === undefined ? undefined : start
    if (open !== '{' && open !== '[') return found
    for (let n = 0; peek().found !== '}' && peek().found !== ']'; n++) {
      const name = open === '{' ? (JSON.parse(next()) as string) : n
      if (open === '{') next()
      const isOnPath = rest !== undefined && rest.length > 0 && rest[0] === name
      found = walk(isOnPath ? rest.slice(1) : undefined) ?? found
      if (peek().found === ',') next()
      // A text that ends in the middle is no JSON, and has been refused.
      if (peek().found === '') break
    }
    next()
    return found
  }
  const start = walk(path) ?? 0
  return text.slice(0, start).split('\n').length
}
