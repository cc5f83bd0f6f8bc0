import { z } from 'zod'
import { id, saved, success, textOfForm } from './common.ts'
import { publicRoute, ROLES, signedInRoute } from './route.ts'

const email = z.email().max(254)
/** Any characters, 12 to 256 of them; nothing is cut or trimmed (SA1). */
const newPassword = z.string().min(12).max(256)
const anyPassword = z.string().min(1).max(1024)
const oneTimeCode = textOfForm(/^\d{6}$/, 'six digits are expected')

/** A first or last name. It stands in mails that Lotbook signs, so it is one line without a web address. */
const namePart = z
  .string()
  .trim()
  .max(100)
  .refine((name) => !/\p{Cc}|:\/\/|www\./iu.test(name), 'Enter a name on one line, without a web address.')

/** What a person calls a passkey. */
const passkeyName = z.string().trim().min(1).max(60)

/** A passkey in the list of its person. */
const passkey = z.object({
  id,
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
})

const session = z.object({
  id: z.string(),
  is_current: z.boolean(),
  user_agent: z.string().nullable(),
  created_at: z.string(),
  last_seen_at: z.string(),
})

/** Bytes as base64url without padding; at most so many letters. */
const base64url = (letters: number) => textOfForm(/^[\w-]+$/, 'base64url text is expected').max(letters)

/** Ways to an authenticator that browsers are told of. */
export const PASSKEY_TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** A passkey that a browser may know, as WebAuthn names it. */
const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(PASSKEY_TRANSPORTS)),
})

/** What the browser asks an authenticator to make (WebAuthn level 3, `PublicKeyCredentialCreationOptionsJSON`). */
const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('required'),
  }),
})

/** What it asks an authenticator to sign (`PublicKeyCredentialRequestOptionsJSON`); with no passkey named, any that it keeps. */
const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(credential),
})

/** A passkey that was made: what `AuthenticatorAttestationResponse` holds. */
const newPasskey = z.object({
  id: base64url(1_400),
  client_data: base64url(4_000),
  attestation: base64url(20_000),
  transports: z.array(z.string().max(40)).max(10),
})

/** What a passkey signed: what `AuthenticatorAssertionResponse` holds. */
const passkeyAnswer = z.object({
  id: base64url(1_400),
  client_data: base64url(4_000),
  authenticator_data: base64url(4_000),
  signature: base64url(4_000),
  user_handle: base64url(100).optional(),
})
export type PasskeyCreation = z.infer<typeof passkeyCreation>
export type PasskeyRequest = z.infer<typeof passkeyRequest>
export type NewPasskey = z.infer<typeof newPasskey>
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>

/** Who is signed in, and whose data is shown. */
export const userRole = z.object({
  id: z.uuid(),
  uuid: z.uuid(),
  email: z.string(),
  is_email_verified: z.boolean(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  username: z.string(),
  roles: z.array(z.enum(ROLES)),
  /** Whose data is shown when it is not the person's own. */
  viewing: z.object({ id: z.uuid(), username: z.string() }).nullable(),
})
export type UserRole = z.infer<typeof userRole>

/** Sign-up, log-in, second factor, password, sessions. Answers are alike for known and unknown email (SA5). */
export const identity = {
  /** `next` is `log_in` where no mail can be sent, else `check_mail`: the same for known and unknown email. */
  signUp: publicRoute
    .route({ method: 'POST', path: '/identity/sign_up' })
    .input(
      z.object({
        email,
        password: newPassword,
        first_name: namePart.optional(),
        last_name: namePart.optional(),
      }),
    )
    .output(z.object({ status: z.literal('success'), next: z.enum(['log_in', 'check_mail']) })),
  /** Refused with `wrong_credentials`. With a second factor the session opens only after `secondFactor`. */
  logIn: publicRoute
    .route({ method: 'POST', path: '/identity/log_in' })
    .input(z.object({ email, password: anyPassword }))
    .output(z.object({ status: z.literal('success'), second_factor: z.boolean() })),
  /** Refused with `wrong_credentials`. A passkey is both factors: the session needs no other. */
  passkeyLogIn: publicRoute
    .route({ method: 'POST', path: '/identity/log_in/passkey' })
    .input(z.object({ passkey: passkeyAnswer }))
    .output(success),
  /** What a passkey is to sign, once and within five minutes: to log in with nothing else, or as the session's second factor. */
  passkeyRequest: publicRoute
    .route({ method: 'POST', path: '/identity/passkeys/request' })
    .input(z.object({ purpose: z.enum(['log_in', 'second_factor']) }))
    .output(z.object({ options: passkeyRequest })),
  /** Second factors of whoever gave the password in this session; none where nobody did. */
  secondFactors: publicRoute
    .route({ method: 'GET', path: '/identity/second_factor' })
    .output(z.object({ authenticator: z.boolean(), passkey: z.boolean() })),
  /** A code of the authenticator app, a passkey or one recovery code; refused with `wrong_code`. */
  secondFactor: publicRoute
    .route({ method: 'POST', path: '/identity/second_factor' })
    .input(
      z.union([
        z.object({ code: oneTimeCode }),
        z.object({ recovery_code: z.string().min(8).max(64) }),
        z.object({ passkey: passkeyAnswer }),
      ]),
    )
    .output(success),
  logOut: publicRoute.route({ method: 'POST', path: '/identity/log_out' }).output(success),
  forgotPassword: publicRoute
    .route({ method: 'POST', path: '/identity/forgot_password' })
    .input(z.object({ email }))
    .output(success),
  /** Refused with `invalid_token` or `weak_password`. Ends every session of the person. */
  resetPassword: publicRoute
    .route({ method: 'POST', path: '/identity/reset_password' })
    .input(z.object({ token: z.string().min(20).max(200), password: newPassword }))
    .output(success),
  verifyEmail: publicRoute
    .route({ method: 'POST', path: '/identity/verify_email' })
    .input(z.object({ token: z.string().min(20).max(200) }))
    .output(success),
  resendVerification: signedInRoute
    .route({ method: 'POST', path: '/identity/resend_verification' })
    .output(success),
  /** Makes the session fresh for ten minutes; what changes password, email or factors asks for that (SA9). */
  reauthenticate: signedInRoute
    .route({ method: 'POST', path: '/identity/reauthenticate' })
    .input(
      z.object({ password: anyPassword, code: oneTimeCode.optional(), passkey: passkeyAnswer.optional() }),
    )
    .output(success),
  changePassword: signedInRoute
    .route({ method: 'POST', path: '/identity/change_password' })
    .input(z.object({ password: newPassword, end_other_sessions: z.boolean().default(true) }))
    .output(success),
  /**
   * Needs a fresh session. `check_mail`: the address counts once the link that was sent to it is opened, alike for one that somebody has
   * already; `changed` where no mail can be sent.
   */
  changeEmail: signedInRoute
    .route({ method: 'POST', path: '/identity/change_email' })
    .input(z.object({ email }))
    .output(z.object({ status: z.literal('success'), next: z.enum(['changed', 'check_mail']) })),
  /** Needs a fresh session. Nobody logs in any more, and everything of the person is removed; there is no undo. */
  deleteAccount: signedInRoute
    .route({ method: 'POST', path: '/identity/delete_account' })
    .input(z.object({ email }))
    .output(success),
  changeName: signedInRoute
    .route({ method: 'POST', path: '/identity/change_name' })
    .input(z.object({ first_name: namePart, last_name: namePart }))
    .output(saved),
  sessions: signedInRoute
    .route({ method: 'GET', path: '/identity/sessions' })
    .output(z.object({ sessions: z.array(session) })),
  endSession: signedInRoute
    .route({ method: 'DELETE', path: '/identity/sessions/{id}' })
    .input(z.object({ id: z.string() }))
    .output(success),
  endOtherSessions: signedInRoute
    .route({ method: 'POST', path: '/identity/sessions/end_others' })
    .output(success),
  secondFactorState: signedInRoute.route({ method: 'GET', path: '/identity/totp' }).output(
    z.object({
      /** The authenticator app is on. */
      is_on: z.boolean(),
      /** The newest first. Each is a second factor of its own. */
      passkeys: z.array(passkey),
      /** A professional or an admin cannot do without. */
      is_mandatory: z.boolean(),
      recovery_codes_left: z.number().int(),
      /** The email has to be confirmed before a second factor can be turned on. */
      needs_verified_email: z.boolean(),
    }),
  ),
  /** A new secret, not in force before it is confirmed. Needs a fresh session and a confirmed email. */
  enrolTotp: signedInRoute
    .route({ method: 'POST', path: '/identity/totp/enrol' })
    .output(z.object({ secret: z.string(), otpauth_url: z.string() })),
  confirmTotp: signedInRoute
    .route({ method: 'POST', path: '/identity/totp/confirm' })
    .input(z.object({ code: oneTimeCode }))
    .output(z.object({ status: z.literal('success'), recovery_codes: z.array(z.string()) })),
  disableTotp: signedInRoute.route({ method: 'POST', path: '/identity/totp/disable' }).output(success),
  newRecoveryCodes: signedInRoute
    .route({ method: 'POST', path: '/identity/totp/recovery_codes' })
    .output(z.object({ recovery_codes: z.array(z.string()) })),
  /** Needs a fresh session and a confirmed email. */
  enrolPasskey: signedInRoute
    .route({ method: 'POST', path: '/identity/passkeys/enrol' })
    .output(z.object({ options: passkeyCreation })),
  /** In force at once. The first second factor brings recovery codes, which are shown this once. */
  addPasskey: signedInRoute
    .route({ method: 'POST', path: '/identity/passkeys' })
    .input(z.object({ name: passkeyName, passkey: newPasskey }))
    .output(z.object({ status: z.literal('success'), recovery_codes: z.array(z.string()) })),
  renamePasskey: signedInRoute
    .route({ method: 'PATCH', path: '/identity/passkeys/{id}' })
    .input(z.object({ id, name: passkeyName }))
    .output(success),
  /** Needs a fresh session. */
  removePasskey: signedInRoute
    .route({ method: 'DELETE', path: '/identity/passkeys/{id}' })
    .input(z.object({ id }))
    .output(success),
  /** R7.17. Also who the person is; empty roles before the start card. */
  userRole: signedInRoute.route({ method: 'GET', path: '/users/get_user_role' }).output(userRole),
}
