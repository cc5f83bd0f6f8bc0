import { messages } from '@lotbook/contract'
import { ApiError, toApiError } from '../../client/api-error.ts'

/** Next step after a request to connect an account that got no answer: it may have arrived. */
const NEXT_STEP =
  'Check your connection. Before you send it again, see under Imports whether the account is there.'

/** A failed request to connect an account; without an answer the specification's sentence comes first, then the next step (R8.7). */
export function withNoAnswerSaid(thrown: unknown): ApiError {
  const error = toApiError(thrown)
  if (error.code !== 'unreachable') return error
  return new ApiError(
    { ...error, message: `${messages.somethingWentWrongTryAgain} ${NEXT_STEP}` },
    { cause: thrown },
  )
}
