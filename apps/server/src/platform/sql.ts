/** A piece of SQL with its values apart from it. Made by the `sql` tag only, so that text never becomes code. */
export class Sql {
  readonly #strings: readonly string[]
  readonly #values: readonly unknown[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.#strings = strings
    this.#values = values
  }

  /** As the driver takes it: `$1`, `$2`, … in the order in which the values stand. */
  toQuery(): { readonly text: string; readonly values: unknown[] } {
    const values: unknown[] = []
    return { text: this.#write(values), values }
  }

  #write(values: unknown[]): string {
    let text = this.#strings[0] ?? ''
    this.#values.forEach((value, n) => {
      if (value instanceof Sql) text += value.#write(values)
      else text += `$${values.push(value)}`
      text += this.#strings[n + 1] ?? ''
    })
    return text
  }
}

/** Write a query: sql`select * from accounts where user_id = ${userId}`. Pieces may stand inside pieces. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  return new Sql(strings, values)
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
