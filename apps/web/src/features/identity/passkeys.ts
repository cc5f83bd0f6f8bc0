import type { NewPasskey, PasskeyAnswer, PasskeyCreation } from '@lotbook/contract'
import { calls } from '../../client/api.ts'
import { ApiError, toApiError } from '../../client/api-error.ts'

/** Why no passkey can be used here; undefined where one can. */
export function whyNoPasskeys(hostName = window.location.hostname): string | undefined {
  // A browser keeps passkeys for names only.
  if (/^[\d.]+$|^\[/.test(hostName)) return 'Passkeys need a site with a name, and this address is a number.'
  return 'PublicKeyCredential' in window ? undefined : 'This browser cannot use passkeys.'
}

/** Has the browser make a passkey; it asks the person for a finger, a face or a PIN. */
export async function makePasskey(options: PasskeyCreation): Promise<NewPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { id, response } = await startRegistration({ optionsJSON: options })
  return {
    id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports ?? [],
  }
}

/** Has a passkey sign what the server asks for. */
export async function signWithPasskey(purpose: 'log_in' | 'second_factor'): Promise<PasskeyAnswer> {
  const [{ startAuthentication }, { options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    calls.identity.passkeyRequest({ purpose }),
  ])
  const { id, response } = await startAuthentication({ optionsJSON: options })
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle ? { user_handle: response.userHandle } : {}),
  }
}

/** What went wrong with a passkey, in our words: the browser's own speak to programmers. */
export function passkeyProblem(thrown: unknown): string {
  if (thrown instanceof ApiError || !(thrown instanceof Error)) return toApiError(thrown).message
  return PROBLEMS[thrown.name] ?? toApiError(thrown).message
}

/** By the name of the exception (WebAuthn level 3, 5.1.3 and 5.1.4). */
const PROBLEMS: Readonly<Record<string, string>> = {
  // Closed, timed out, or no such passkey here: the browser does not say which.
  NotAllowedError: 'The passkey window was closed, or it took too long.',
  AbortError: 'The passkey window was closed, or it took too long.',
  InvalidStateError: 'This device has a passkey for your account already.',
  ConstraintError: 'This device has no screen lock or PIN, which a passkey needs.',
  NotSupportedError: 'This device cannot make a passkey that we can check.',
  SecurityError: 'Passkeys do not work at this address.',
}
