import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { toApiError } from './api-error.ts'

/**
 * Put what the server refused where it belongs: beside the fields it names, the rest as the form's `root` error.
 * For the `catch` of a submit.
 */
export function showRefusal<Values extends FieldValues>(
  thrown: unknown,
  setError: UseFormSetError<Values>,
  fields: readonly FieldPath<Values>[],
): void {
  const error = toApiError(thrown)
  const named = fields.filter((field) => Object.hasOwn(error.fields, field))
  for (const field of named)
    setError(field, { message: error.fields[field] ?? error.message }, { shouldFocus: true })
  if (named.length === 0) setError('root', { message: error.message })
}
