/** A field of a call and why its schema refuses it, as zod tells it. */
interface RefusedField {
  readonly message: string
  /** Steps from the input to the field; whole numbers are places in a list. */
  readonly path?: readonly unknown[] | undefined
  /** What a choice may be; under `options` where the field decides which others there are. */
  readonly values?: readonly unknown[]
  readonly options?: readonly unknown[]
}

/** `from_amount`, or an item of it, as `From amount`. */
export function fieldName(path: readonly unknown[], unnamed: string): string {
  const field = path.findLast((step) => typeof step === 'string') ?? unnamed
  return `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')}`
}

/** What is told of a refused field: of a choice its name and what may be chosen, as the wire spells it; else what its schema says. */
export function refusedFieldWords({ message, path = [], values, options }: RefusedField): string {
  const choices = (values ?? options ?? []).map(String)
  if (choices.length === 0) return message
  const [last, ...others] = choices.toReversed()
  const listed = others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`
  return `${fieldName(path, 'choice')}: ${listed} is expected.`
}
