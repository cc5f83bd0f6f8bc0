import { ERROR_STATUS, type ErrorBody, type ErrorCode, screenMessages } from '@lotbook/contract'

export interface RefusalDetails {
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfter?: number
  readonly event?: string
  /** `WWW-Authenticate` for a program whose access token was refused (RFC 6750). */
  readonly challenge?: string
}

/** What can't be done and why: travels to the person as the one error shape, under its own HTTP status. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Readonly<Record<string, string>> | undefined
  /** Seconds after which trying again makes sense, for `too_many_requests` and `unavailable`. */
  readonly retryAfter: number | undefined
  /** What the audit trail calls it, where its code does not say. */
  readonly event: string | undefined
  readonly challenge: string | undefined

  constructor(code: ErrorCode, message = MESSAGES[code], details: RefusalDetails = {}) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.status = ERROR_STATUS[code]
    this.fields = details.fields
    this.retryAfter = details.retryAfter
    this.event = details.event
    this.challenge = details.challenge
  }

  /** Headers that go with the answer. */
  get headers(): Readonly<Record<string, string>> {
    const { retryAfter, challenge } = this
    return {
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...(challenge !== undefined && { 'www-authenticate': challenge }),
    }
  }

  toBody(): ErrorBody {
    const { code, message, fields } = this
    return { status: 'error', code, message, ...(fields && { fields }) }
  }
}

/** Refuse: `if (trace === undefined) refuse('not_found')`. */
export function refuse(code: ErrorCode, message?: string, more?: RefusalDetails): never {
  throw new Refusal(code, message, more)
}

const MESSAGES: Readonly<Record<ErrorCode, string>> = {
  invalid_input: 'Please check what was entered.',
  not_signed_in: 'Please log in.',
  second_factor_required: 'Please give your second factor.',
  second_factor_enrolment_required: 'Set up two-factor authentication first.',
  access_token_unknown: 'This access token is not valid.',
  access_token_expired: 'This access token has expired. Create a new one in Settings.',
  access_token_revoked: 'This access token was revoked. Create a new one in Settings.',
  scope_missing: 'This access token does not allow this.',
  reauth_required: 'Please confirm your password to go on.',
  email_not_verified: 'Please confirm your email first: open the link in the message we sent you.',
  forbidden: 'You do not have access to this.',
  not_while_impersonating: 'This can only be done by the customer.',
  not_found: 'There is nothing here.',
  conflict: 'This is being worked on already.',
  already_chosen: 'This was chosen already.',
  idempotency_key_reused: 'This request was made before with other content.',
  too_large: 'This is too large.',
  too_many_requests: 'Too many requests. Please wait a moment.',
  wrong_credentials: 'Email or password is wrong.',
  wrong_code: 'The code is wrong or was used already.',
  invalid_token: 'This link is no longer valid. Please ask for a new one.',
  invalid_timestamp: screenMessages.historicalPrice.invalidTimestamp,
  weak_password: 'Please choose a password that is harder to guess.',
  tax_calculation_running: 'A tax calculation is running.',
  nothing_taxable: 'There is nothing taxable yet.',
  calculation_not_done: 'Please calculate taxes first.',
  plan_needed: 'Choose a plan for this year first.',
  unsupported_file: 'This file is not supported.',
  transactions_locked: 'These transactions are locked.',
  already_undone: 'This was undone already.',
  changed_elsewhere: 'This was changed elsewhere since you opened it.',
  something_went_wrong: 'Something went wrong. Please try again.',
  price_not_a_number: screenMessages.historicalPrice.notANumber,
  unavailable: 'This is not available at the moment. Please try again.',
  COINBASE_OAUTH_EXPIRED: 'The connection to Coinbase has expired.',
  INVALID_EXCHANGE: 'This exchange is not known.',
}
