import { ORPCError } from '@orpc/client'
import { type ErrorCode, messages } from '@lotbook/contract'

/** A call that did not succeed, in our words: what the server refused and why, or that it could not be reached. */
export class ApiError extends Error {
  /** A code of the contract, or `unreachable` when no answer came. */
  readonly code: ErrorCode | 'unreachable'
  /** What is wrong with each field of a form. */
  readonly fields: Readonly<Record<string, string>>
  readonly status: number | undefined
  /** Of a call that came too soon: in how many seconds it may come again. */
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

/** Whatever a call threw, as an `ApiError`. What is not in the contract's shape becomes `something_went_wrong`. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof ORPCError) {
    // What no answer of ours is has none.
    const { body, retryAfter } = (thrown.data ?? {}) as Partial<RefusedCall>
    return fromBody(body, thrown.status, thrown, retryAfter)
  }
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

/** What the server answered to a call that it refused. */
export interface RefusedCall {
  readonly body: unknown
  readonly retryAfter: number | undefined
}

/** Of the header `Retry-After` of a refusal, as seconds (RFC 9110, 10.2.3); undefined where there is none of these. */
export function secondsOf(retryAfter: string | readonly string[] | undefined): number | undefined {
  return typeof retryAfter === 'string' && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
}

/** What the server answered to a call that was made without the client, as an `ApiError`. */
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
