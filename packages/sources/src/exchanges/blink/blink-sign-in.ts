import type { ProviderAnswer } from '../../connecting/ask.ts'
import { ProviderFailed, type Visit } from '../../connecting/connector.ts'
import { exactJsonOf, isObject, textIn } from '../json-answer.ts'
import { askBlink } from './blink-call.ts'

type Asking = Pick<Visit<never>, 'ask'>

/** The session of a person who signed in; it may do everything, so nothing keeps it. */
export interface BlinkSession {
  readonly token: string
  /** Whether it may do nothing before the code of the authenticator. */
  readonly needsAuthenticator: boolean
}

/** `refused`: Blink gave a reason other than the code or address, such as a limit or a code that has expired. */
export type CodeMailed =
  | { readonly outcome: 'mailed'; readonly loginId: string }
  | { readonly outcome: 'no-address' | 'refused' }
export type SignedIn =
  | { readonly outcome: 'signed-in'; readonly session: BlinkSession }
  | { readonly outcome: 'wrong-code' | 'refused' }

/**
 * Lets Blink mail a code to an address. It answers alike where nobody has an account by it.
 *
 * The calls of signing in are those of `core/api/src/servers/authentication/index.ts` of GaloyMoney/blink; the API page
 * (https://dev.blink.sv/api/auth) tells of keys alone.
 *
 * @throws ProviderDown, ProviderBusy, ProviderFailed
 */
export async function mailBlinkCode(asking: Asking, email: string): Promise<CodeMailed> {
  const answer = await post(asking, '/email/code', { email })
  if (answer.status === 422) return { outcome: 'no-address' }
  if (answer.status === 500) return { outcome: 'refused' }
  const answered = answer.status === 200 ? exactJsonOf(answer.text) : undefined
  const loginId = isObject(answered) ? textIn(answered, 'result') : ''
  if (loginId === '') throw new ProviderFailed(`Blink answered with status ${answer.status}.`)
  return { outcome: 'mailed', loginId }
}

/** Signs in with the code that was mailed. @throws ProviderDown, ProviderBusy where too many were tried, ProviderFailed */
export async function signInAtBlink(asking: Asking, loginId: string, code: string): Promise<SignedIn> {
  const answer = await post(asking, '/email/login', { emailLoginId: loginId, code })
  if (answer.status === 401 || answer.status === 422) return { outcome: 'wrong-code' }
  if (answer.status === 500) return { outcome: 'refused' }
  const answered = answer.status === 200 ? exactJsonOf(answer.text) : undefined
  const result = isObject(answered) ? answered['result'] : undefined
  const token = isObject(result) ? textIn(result, 'authToken') : ''
  if (!isObject(result) || token === '')
    throw new ProviderFailed(`Blink answered with status ${answer.status}.`)
  return { outcome: 'signed-in', session: { token, needsAuthenticator: result['totpRequired'] === true } }
}

/** Gives a session the code of the authenticator. @throws ProviderDown, ProviderBusy, ProviderFailed */
export async function confirmBlinkSession(
  asking: Asking,
  { token }: BlinkSession,
  totpCode: string,
): Promise<'confirmed' | 'wrong-code' | 'refused'> {
  const { status } = await post(asking, '/totp/validate', { totpCode, authToken: token })
  if (status === 401 || status === 422) return 'wrong-code'
  if (status === 500) return 'refused'
  if (status !== 200) throw new ProviderFailed(`Blink answered with status ${status}.`)
  return 'confirmed'
}

/** Makes an API key that reads, and nothing else. @throws AccessRefused, ProviderDown, ProviderBusy, ProviderFailed */
export async function readingKeyOfBlink(
  asking: Asking,
  { token }: BlinkSession,
  name: string,
): Promise<string> {
  const { data } = await askBlink(
    asking.ask('blink'),
    { session: token },
    { query: MAKE_KEY, variables: { input: { name, scopes: ['READ'] } }, isChange: true },
  )
  const made = data['apiKeyCreate']
  const secret = isObject(made) ? textIn(made, 'apiKeySecret') : ''
  if (secret === '') throw new ProviderFailed('Blink made no key.')
  return secret
}

/** Ends a session. @throws AccessRefused, ProviderDown, ProviderBusy, ProviderFailed */
export async function signOutOfBlink(asking: Asking, { token }: BlinkSession): Promise<void> {
  await askBlink(asking.ask('blink'), { session: token }, { query: SIGN_OUT, isChange: true })
}

// `expireInDays` is left out: such a key works until it is revoked.
const MAKE_KEY = `mutation MakeKey($input: ApiKeyCreateInput!) {
  apiKeyCreate(input: $input) { apiKey { id } apiKeySecret }
}`
// The session that asks is the one that ends; the input names a phone for its notifications.
const SIGN_OUT = 'mutation SignOut { userLogout { success } }'

/** Whatever Blink says with a status of 500 and a reason is a refusal: it is not down. */
function post({ ask }: Asking, path: string, body: object): Promise<ProviderAnswer> {
  return ask('blink-auth')({
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    isRefusal: ({ status, text }) => status === 500 && isReason(text),
  })
}

function isReason(text: string): boolean {
  const answer = exactJsonOf(text)
  return isObject(answer) && typeof answer['error'] === 'string'
}
