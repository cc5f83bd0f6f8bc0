import { ORPCError } from '@orpc/client'
import { type ErrorCode, messages } from '@lotbook/contract'

/** A call that did not succeed, in our words: what the server refused and why, or that it could not be reached. */
export class ApiError extends Error {
  /** A code of the contract, or `unreachable` when no answer came. */
  readonly code: ErrorCode | 'unreachable'
  /** What is wrong with each field of a form. */
  readonly fields: Readonly<Record<string, string>>
  readonly status: number | undefined

  constructor(body: Pick<ApiError, 'code' | 'message' | 'fields' | 'status'>, options?: ErrorOptions) {
    super(body.message, options)
    this.name = 'ApiError'
    this.code = body.code
    this.fields = body.fields
    this.status = body.status
  }
}

/** Whatever a call threw, as an `ApiError`. What is not in the contract's shape becomes `something_went_wrong`. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof ORPCError) return fromBody(thrown.data, thrown.status, thrown)
  if (thrown instanceof TypeError) {
    // What fetch throws when there is no answer at all.
    return new ApiError(
      { code: 'unreachable', message: UNREACHABLE, fields: {}, status: undefined },
      { cause: thrown },
    )
  }
  return fromBody(undefined, undefined, thrown)
}

/** What was asked for by its id is not there, or the id is none: asking again will not help. */
export function isNothingThere(thrown: unknown): boolean {
  return ['not_found', 'invalid_input'].includes(toApiError(thrown).code)
}

const UNREACHABLE = 'Lotbook could not be reached. Check your connection and try again.'

function fromBody(body: unknown, status: number | undefined, cause: unknown): ApiError {
  const { code, message, fields } = isErrorBody(body)
    ? body
    : {
        code: 'something_went_wrong' as const,
        message: messages.somethingWentWrongTryAgain,
        fields: undefined,
      }
  return new ApiError({ code, message, fields: fields ?? {}, status }, { cause })
}

interface Body {
  code: ErrorCode
  message: string
  fields?: Record<string, string>
}

function isErrorBody(body: unknown): body is Body {
  if (typeof body !== 'object' || body === null) return false
  const { code, message } = body as Record<string, unknown>
  return typeof code === 'string' && typeof message === 'string'
}
