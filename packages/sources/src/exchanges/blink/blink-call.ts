import type { Ask } from '../../connecting/ask.ts'
import { AccessRefused, ProviderFailed } from '../../connecting/connector.ts'
import { shown } from '../../reading/shown.ts'
import { exactJsonOf, isObject, type JsonObject, objectsOf, textIn } from '../json-answer.ts'

/** The right to ask: an API key, or the token of a session. */
export type BlinkAccess = { readonly apiKey: string } | { readonly session: string }

/** A question in GraphQL. */
export interface BlinkQuestion {
  readonly query: string
  readonly variables?: JsonObject
  /** A mutation is sent once. */
  readonly isChange?: true
}

/**
 * Asks Blink's GraphQL, and returns the text of the answer with its data, whose numbers are the text that they were sent as.
 * https://dev.blink.sv/api/auth
 *
 * @throws AccessRefused, ProviderFailed, and what `ask` throws
 */
export async function askBlink(
  ask: Ask,
  access: BlinkAccess,
  { query, variables = {}, isChange }: BlinkQuestion,
): Promise<{ readonly text: string; readonly data: JsonObject }> {
  const { status, text } = await ask({
    method: 'POST',
    path: '/graphql',
    headers: {
      'Content-Type': 'application/json',
      ...('apiKey' in access
        ? { 'X-API-KEY': access.apiKey }
        : { Authorization: `Bearer ${access.session}` }),
    },
    body: JSON.stringify({ query, variables }),
    isRead: isChange !== true,
    isBusy: (answer) => errorsIn(answer.text).some((error) => TOO_MANY.test(error)),
  })
  if (status === 401) throw new AccessRefused('invalid', 'Blink does not accept the key.')
  if (status === 403) throw new AccessRefused('permission', 'The key may not read the account.')
  const [error] = errorsIn(text)
  if (error !== undefined && NOT_ALLOWED.test(error))
    throw new AccessRefused('permission', 'The key may not read the account.')
  const answer = exactJsonOf(text)
  const data = isObject(answer) ? answer['data'] : undefined
  if (status !== 200 || error !== undefined || !isObject(data))
    throw new ProviderFailed(
      `Blink answered with status ${status}${error === undefined ? '' : `: ${shown(error)}`}.`,
    )
  return { text, data }
}

// The codes are from memory: the API page names none.
const TOO_MANY = /too[ _]many/i
const NOT_ALLOWED = /not[ _]?authori[sz]ed|unauthori[sz]ed|authorization ?error|permission|forbidden/i

/** Codes and messages of the errors of an answer. */
function errorsIn(text: string): readonly string[] {
  const answer = exactJsonOf(text)
  return objectsOf(isObject(answer) ? answer['errors'] : undefined).map((error) => {
    const extensions = isObject(error['extensions']) ? error['extensions'] : {}
    return [textIn(error, 'code'), textIn(extensions, 'code'), textIn(error, 'message')]
      .filter((part) => part !== '')
      .join(' ')
  })
}
