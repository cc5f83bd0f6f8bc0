import { z } from 'zod'

/** The one shape of an error on the wire. `fields` names what is wrong with each field of a form. */
export const errorBody = z.object({
  status: z.literal('error'),
  /** `lower_snake`; the two that the specification spells stay as it spells them. */
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})
export type ErrorBody = z.infer<typeof errorBody>

/** Refusals: what can't be done and why, with the HTTP status each travels under. */
export const ERROR_STATUS = {
  invalid_input: 422,
  not_signed_in: 401,
  second_factor_required: 401,
  second_factor_enrolment_required: 403,
  reauth_required: 403,
  access_token_unknown: 401,
  access_token_expired: 401,
  access_token_revoked: 401,
  /** The access token lacks the scope of the call, or the call is closed to all tokens. */
  scope_missing: 403,
  email_not_verified: 403,
  forbidden: 403,
  not_while_impersonating: 403,
  not_found: 404,
  conflict: 409,
  already_chosen: 409,
  idempotency_key_reused: 422,
  too_large: 413,
  too_many_requests: 429,
  wrong_credentials: 401,
  wrong_code: 401,
  invalid_token: 400,
  invalid_timestamp: 400,
  weak_password: 422,
  tax_calculation_running: 409,
  nothing_taxable: 409,
  calculation_not_done: 409,
  /** The year's plan does not cover what counts; `payment_required` is the call of the same question. */
  plan_needed: 402,
  unsupported_file: 422,
  transactions_locked: 409,
  already_undone: 409,
  changed_elsewhere: 409,
  something_went_wrong: 500,
  /** R8.38: a provider of prices answered with what is no number. */
  price_not_a_number: 502,
  unavailable: 503,
  COINBASE_OAUTH_EXPIRED: 409,
  INVALID_EXCHANGE: 422,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS
