import { ORPCError } from '@orpc/client'
import { type ErrorCode, messages } from '@lotbook/contract'

/** A call that did not succeed, in our words: what the server refused and why, or that it could not be reached. */
export class ApiError extends Error {
  /** A code of the contract, or `unreachable` when no answer came. */
  readonly code: ErrorCode | 'unreachable'
  /** The problem with each field of a form, by field. */
  readonly fields: Readonly<Record<string, string>>
  readonly status: number | undefined
  /** Seconds until a call that came too soon may be sent again. */
  readonly retryAfter: number | undefined

  constructor(
    body: Pick<ApiError, 'code' | 'message' | 'fields' | 'status'> & Partial<Pick<ApiError, 'retryAfter'>>,
    options?: ErrorOptions,
  ) {
    super(body.message, options)
    this.name = 'ApiError'
    this.code = body.code
    this.fields = body.fields
    this.status = body.status
    this.retryAfter = body.retryAfter
  }
}

/** Anything that a call threw, as an `ApiError`; an error in another shape than the contract's becomes `something_went_wrong`. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof ORPCError) {
    // An answer that is not the server's, as from a proxy, has no such data.
    const { body, retryAfter } = (thrown.data ?? {}) as Partial<RefusedCall>
    return fromBody(body, thrown.status, thrown, retryAfter)
  }
  if (thrown instanceof TypeError) {
    // fetch throws a TypeError when there is no answer at all.
    return new ApiError(
      { code: 'unreachable', message: UNREACHABLE, fields: {}, status: undefined },
      { cause: thrown },
    )
  }
  return fromBody(undefined, undefined, thrown)
}

/** Whether there is nothing with the id that was asked for, or the id is not valid: asking again will not help. */
export function isNothingThere(thrown: unknown): boolean {
  return ['not_found', 'invalid_input'].includes(toApiError(thrown).code)
}

const UNREACHABLE = 'Lotbook could not be reached. Check your connection and try again.'

/** The server's answer to a call that it refused. */
export interface RefusedCall {
  readonly body: unknown
  readonly retryAfter: number | undefined
}

/** The seconds in the header `Retry-After` of a refusal (RFC 9110, 10.2.3); undefined where it holds a date or is missing. */
export function secondsOf(retryAfter: string | readonly string[] | undefined): number | undefined {
  return typeof retryAfter === 'string' && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
}

/** The server's refusal of a call that was made without the client, as an `ApiError`. */
export function refusalOf(status: number, body: unknown): ApiError {
  return fromBody(body, status, undefined)
}

function fromBody(body: unknown, status: number | undefined, cause: unknown, retryAfter?: number): ApiError {
  const { code, message, fields } = isErrorBody(body)
    ? body
    : {
        code: 'something_went_wrong' as const,
        message: messages.somethingWentWrongTryAgain,
        fields: undefined,
      }
  return new ApiError({ code, message, fields: fields ?? {}, status, retryAfter }, { cause })
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
