/** One thing that keeps an input from being calculated, and where it stands. */
export interface InputProblem {
  /** Position in `transactions`, or null for the settings and the whole. */
  readonly index: number | null
  /** The transaction's id, where it has one. */
  readonly transaction: string | null
  /** The field as the schema names it, `settings.method`, `to_amount`. */
  readonly field: string
  readonly message: string
}

/** The input cannot be calculated. The message names the first problems with transaction and field; `problems` has all that were kept. */
export class CalculationInputError extends Error {
  readonly problems: readonly InputProblem[]

  constructor(problems: readonly InputProblem[]) {
    const lines = problems.slice(0, 10).map(describeProblem)
    if (problems.length > lines.length) lines.push(`... and ${problems.length - lines.length} more`)
    super(lines.join('\n'))
    this.name = 'CalculationInputError'
    this.problems = problems
  }
}

/** `transactions[3] (t4): to_amount: Not an amount: "abc"`. */
export function describeProblem({ index, transaction, field, message }: InputProblem): string {
  const where =
    index === null ? '' : `transactions[${index}]${transaction === null ? '' : ` (${transaction})`}: `
  return `${where}${field}: ${message}`
}

/** Foreign text in a message: quoted, and not long. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(JSON.stringify(value))
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** Message for a field that nothing reads: a misspelled one would be left out of the figures in silence. */
export const UNKNOWN_FIELD = 'Unknown field'

/** Tell of each field that is not among the known ones. */
export function eachUnknownField(
  given: object,
  known: ReadonlySet<string>,
  report: (field: string) => void,
): void {
  for (const field in given)
    if (!known.has(field)) report(field.length > 60 ? `${field.slice(0, 57)}...` : field)
}
