import { contract } from '@lotbook/contract'
import { withIdentity } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes, sessionOf } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { takeMail } from './auth-limits.ts'
import { requestPasskey } from './check-passkey.ts'
import { logIn, passkeyLogIn, reauthenticate, secondFactor } from './log-in.ts'
import { changeEmail, setEmail } from './email-change.ts'
import { deleteAccount } from './delete-account.ts'
import { changePassword, forgotPassword, resetPassword } from './password-change.ts'
import { changeName, chooseRole, saveLocation, userRole } from './person.ts'
import { addPasskey, enrolPasskey, removePasskey, renamePasskey } from './passkeys.ts'
import { recordEvent } from './record-event.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { secondFactors, secondFactorState } from './second-factors.ts'
import { clearCookie, endAllSessions, endSessions } from './sessions.ts'
import { mailVerification, signUp } from './sign-up.ts'
import { confirmTotp, disableTotp, enrolTotp } from './totp.ts'
import { useVerification } from './verifications.ts'

const os = routes(contract.identity)
const success = { status: 'success' } as const

export const identityRoutes = os.router({
  signUp: os.signUp.handler(async ({ input, context }) => ({
    ...success,
    next: await signUp(context, input),
  })),
  logIn: os.logIn.handler(async ({ input, context }) => ({ ...success, ...(await logIn(context, input)) })),
  passkeyLogIn: os.passkeyLogIn.handler(async ({ input, context }) => {
    await passkeyLogIn(context, input.passkey)
    return success
  }),
  passkeyRequest: os.passkeyRequest.handler(async ({ input, context }) => ({
    options: await requestPasskey(context, input.purpose),
  })),
  secondFactors: os.secondFactors.handler(({ context }) => secondFactors(context)),
  secondFactor: os.secondFactor.handler(async ({ input, context }) => {
    await secondFactor(context, input)
    return success
  }),
  logOut: os.logOut.handler(async ({ context }) => {
    const { session, now } = context
    if (session !== undefined) {
      await withIdentity(context.db, async (tx) => {
        await endSessions(tx, now, [session.id])
        await recordEvent(tx, context, session.userId, { event: 'logout' })
      })
    }
    clearCookie(context)
    context.reply.header('clear-site-data', '"cache"')
    return success
  }),
  forgotPassword: os.forgotPassword.handler(async ({ input, context }) => {
    await forgotPassword(context, input.email)
    return success
  }),
  resetPassword: os.resetPassword.handler(async ({ input, context }) => {
    await resetPassword(context, input)
    return success
  }),
  verifyEmail: os.verifyEmail.handler(async ({ input, context }) => {
    const { db, now } = context
    await withIdentity(db, async (tx) => {
      const mover = await useVerification(tx, now, 'change_email', input.token)
      if (mover?.newEmail != null) {
        const { userId, email: before, newEmail: email } = mover
        return setEmail(tx, context, { userId, before, email, isVerified: true })
      }
      const owner = await useVerification(tx, now, 'verify_email', input.token)
      if (owner === undefined) return refuse('invalid_token')
      await tx.run(sql`update identity.users set email_verified_at = ${now} where id = ${owner.userId}`)
      return recordEvent(tx, context, owner.userId, { event: 'email_verified' })
    })
    return success
  }),
  resendVerification: os.resendVerification.handler(async ({ context }) => {
    const { db, now, ip } = context
    const { userId, email } = sessionOf(context)
    await takeMail(db, now, email, ip)
    await withIdentity(db, (tx) => mailVerification(tx, context, userId, email))
    return success
  }),
  reauthenticate: os.reauthenticate.handler(async ({ input, context }) => {
    await reauthenticate(context, input)
    return success
  }),
  changePassword: os.changePassword.handler(async ({ input, context }) => {
    await changePassword(context, input)
    return success
  }),
  changeEmail: os.changeEmail.handler(async ({ input, context }) => ({
    ...success,
    next: await changeEmail(context, input.email),
  })),
  deleteAccount: os.deleteAccount.handler(async ({ input, context }) => {
    await deleteAccount(context, input.email)
    return success
  }),
  changeName: os.changeName.handler(async ({ input, context }) => {
    return { ...success, change_ids: idsOf(await changeName(context, input)) }
  }),
  sessions: os.sessions.handler(async ({ context }) => {
    const { id: current, userId } = sessionOf(context)
    const rows = await withIdentity(context.db, (tx) =>
      tx.all<{ id: string; user_agent: string; created_at: Date; last_seen_at: Date }>(sql`
        select id, user_agent, created_at, last_seen_at from identity.sessions
        where user_id = ${userId} and revoked_at is null and expires_at > ${context.now}
        order by last_seen_at desc limit 100`),
    )
    return {
      sessions: rows.map(({ id, user_agent, created_at, last_seen_at }) => ({
        id,
        is_current: id === current,
        user_agent: user_agent || null,
        created_at: created_at.toISOString(),
        last_seen_at: last_seen_at.toISOString(),
      })),
    }
  }),
  endSession: os.endSession.handler(async ({ input, context }) => {
    const { userId } = sessionOf(context)
    await withIdentity(context.db, async (tx) => {
      const own = await tx.maybe(sql`
        select 1 from identity.sessions where id::text = ${input.id} and user_id = ${userId} and revoked_at is null`)
      if (own === undefined) refuse('not_found')
      await endSessions(tx, context.now, [input.id])
      await recordEvent(tx, context, userId, { event: 'session_revoked', object: `session:${input.id}` })
    })
    return success
  }),
  endOtherSessions: os.endOtherSessions.handler(async ({ context }) => {
    const { id, userId } = sessionOf(context)
    await withIdentity(context.db, async (tx) => {
      await endAllSessions(tx, context.now, userId, id)
      await recordEvent(tx, context, userId, { event: 'other_sessions_revoked' })
    })
    return success
  }),
  secondFactorState: os.secondFactorState.handler(({ context }) => secondFactorState(context)),
  enrolTotp: os.enrolTotp.handler(({ context }) => enrolTotp(context)),
  confirmTotp: os.confirmTotp.handler(async ({ input, context }) => ({
    ...success,
    recovery_codes: await confirmTotp(context, input.code),
  })),
  disableTotp: os.disableTotp.handler(async ({ context }) => {
    await disableTotp(context)
    return success
  }),
  newRecoveryCodes: os.newRecoveryCodes.handler(async ({ context }) => ({
    recovery_codes: await newRecoveryCodes(context),
  })),
  enrolPasskey: os.enrolPasskey.handler(async ({ context }) => ({ options: await enrolPasskey(context) })),
  addPasskey: os.addPasskey.handler(async ({ input, context }) => ({
    ...success,
    recovery_codes: await addPasskey(context, input),
  })),
  renamePasskey: os.renamePasskey.handler(async ({ input, context }) => {
    await renamePasskey(context, input)
    return success
  }),
  removePasskey: os.removePasskey.handler(async ({ input, context }) => {
    await removePasskey(context, input.id)
    return success
  }),
  userRole: os.userRole.handler(({ context }) => userRole(context)),
})

/** Changes that were recorded, of one that may have changed nothing. */
const idsOf = (id: string | null) => (id === null ? [] : [id])

const start = routes(contract.onboarding)

/** The two questions of the start card; the rest of onboarding is a feature of its own. */
export const startCardRoutes = {
  updateRole: start.updateRole.handler(async ({ input, context }) => {
    await chooseRole(context, input.role)
    return success
  }),
  saveLocation: start.saveLocation.handler(async ({ input, context }) => {
    await saveLocation(context, input)
    return success
  }),
}
