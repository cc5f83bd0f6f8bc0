import { createHash } from 'node:crypto'

/** What queries that are planned once go by: there are as many as the code has, for values are no part of their text. */
const names = new Map<string, string>()

/** A piece of SQL with its values apart from it. Made by the tags below only, so that text never becomes code. */
export class Sql {
  readonly #strings: readonly string[]
  readonly #values: readonly unknown[]
  readonly #isPlannedOnce: boolean

  constructor(strings: readonly string[], values: readonly unknown[], isPlannedOnce = false) {
    this.#strings = strings
    this.#values = values
    this.#isPlannedOnce = isPlannedOnce
  }

  /** As the driver takes it: `$1`, `$2`, … in the order in which the values stand. */
  toQuery(): { readonly text: string; readonly values: unknown[]; readonly name?: string } {
    const values: unknown[] = []
    const text = this.#write((value) => `$${values.push(value)}`)
    return this.#isPlannedOnce ? { text, values, name: nameOf(text) } : { text, values }
  }

  /**
   * With its values in its text, for COPY takes no parameters.
   *
   * @param escape makes a literal of a text (the driver's).
   *
   * @throws TypeError for a value that is neither text nor a number.
   */
  toLiteral(escape: (text: string) => string): string {
    return this.#write((value) => {
      if (typeof value === 'number') return String(value)
      if (typeof value === 'string') return escape(value)
      throw new TypeError(`no literal can be made of ${typeof value}`)
    })
  }

  /** @param place what stands in the text for a value. */
  #write(place: (value: unknown) => string): string {
    let text = this.#strings[0] ?? ''
    this.#values.forEach((value, n) => {
      text += value instanceof Sql ? value.#write(place) : place(value)
      text += this.#strings[n + 1] ?? ''
    })
    return text
  }
}

/** Write a query: sql`select * from accounts where user_id = ${userId}`. Pieces may stand inside pieces. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  return new Sql(strings, values)
}

/**
 * The same of a query that each connection plans once: to plan most that look something up by its key takes longer than to run them.
 * Only where every customer is best served by one plan, for a plan that is kept does not know whose journal it is for.
 */
export function plannedOnce(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  return new Sql(strings, values, true)
}

/** A hash: the database cuts names at 63 bytes, and would take two for one. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) names.set(text, (name = createHash('sha256').update(text).digest('base64url')))
  return name
}

/** The name of a table or column, quoted. The caller takes it from a list of its own, never from a request. */
export function identifier(name: string): Sql {
  return new Sql([`"${name.replaceAll('"', '""')}"`], [])
}

/** Pieces side by side, e.g. columns with `, ` or conditions with ` and `. */
export function joined(
  pieces: readonly Sql[],
  separator: ', ' | ' and ' | ' or ' | ' union all ' | ' ',
): Sql {
  if (pieces.length === 0) return new Sql([''], [])
  return new Sql(['', ...pieces.slice(1).map(() => separator), ''], pieces)
}
