import { type Database, self, type Who, withSubject } from '../../platform/database.ts'
import { addJob, defineJob } from '../../platform/jobs.ts'
import { type Keys, openForServer, sealForServer } from '../../platform/keys.ts'
import type { Services } from '../../platform/request-context.ts'
import { Secret } from '../../platform/secret.ts'
import { sql } from '../../platform/sql.ts'

/** A code is waited for this long at most. */
const CODE_MS = 15 * 60_000
/** Codes of one mail that are tried: providers shut out who tries more, and with them everybody on this server. */
const MOST_TRIES = 5
/** Purpose under which the provider's name for a sign-in is sealed. */
const LOGIN = 'mailed-code'

const FORGET_CODE = { name: 'forget-mailed-code', retryLimit: 5 }

/** The sign-in of a customer at a source. */
export interface CodeOf {
  readonly who: Who
  readonly slug: string
  /** The provider is asked for another mail this long after the last at the earliest. */
  readonly pauseMs: number
}

/** Whether a code may be mailed now: 0, and then none may for the pause, or the seconds until one may. */
export function claimMail(db: Database, { who, slug, pauseMs }: CodeOf, now: Date): Promise<number> {
  return withSubject(db, who, async (tx) => {
    const userId = who.subjectId
    const before = new Date(now.getTime() - pauseMs)
    const claimed = await tx.maybe(sql`
      insert into codes_mailed as c (user_id, source_slug, mailed_at, expires_at) values (${userId}, ${slug}, ${now}, ${now})
      on conflict (user_id, source_slug) do update set mailed_at = excluded.mailed_at where c.mailed_at <= ${before}
      returning 1`)
    if (claimed !== undefined) return 0
    const { mailed_at } = await tx.one<{ mailed_at: Date }>(sql`
      select mailed_at from codes_mailed where user_id = ${userId} and source_slug = ${slug}`)
    return Math.max(1, Math.ceil((mailed_at.getTime() + pauseMs - now.getTime()) / 1000))
  })
}

/** Lets a code be mailed at once after all, since none was. */
export function releaseMail(db: Database, { who, slug, pauseMs }: CodeOf, now: Date): Promise<number> {
  const before = new Date(now.getTime() - pauseMs)
  return withSubject(db, who, (tx) =>
    tx.run(sql`
      update codes_mailed set mailed_at = ${before} where user_id = ${who.subjectId} and source_slug = ${slug}`),
  )
}

/** Keeps the provider's name for the sign-in, sealed, until the code comes or has expired. */
export function keepLogin(
  db: Database,
  keys: Keys,
  { who, slug }: CodeOf,
  loginId: Secret<string>,
  now: Date,
): Promise<void> {
  const userId = who.subjectId
  const login = sealForServer(keys, LOGIN, ownerOf({ who, slug }), Buffer.from(loginId.reveal()))
  const until = new Date(now.getTime() + CODE_MS)
  return withSubject(db, who, async (tx) => {
    await tx.run(sql`
      update codes_mailed set login = ${login}, expires_at = ${until}, tries = 0
      where user_id = ${userId} and source_slug = ${slug}`)
    await addJob(tx, FORGET_CODE, { userId, slug }, { startAfter: until })
  })
}

/** The provider's name for the sign-in that waits for a code, which is tried once more; undefined where none waits any more. */
export function loginToTry(
  db: Database,
  keys: Keys,
  { who, slug }: CodeOf,
  now: Date,
): Promise<Secret<string> | undefined> {
  return withSubject(db, who, async (tx) => {
    const row = await tx.maybe<{ login: Buffer }>(sql`
      update codes_mailed set tries = tries + 1
      where user_id = ${who.subjectId} and source_slug = ${slug} and login is not null and expires_at > ${now} and tries < ${MOST_TRIES}
      returning login`)
    return row && new Secret(openForServer(keys, LOGIN, ownerOf({ who, slug }), row.login).toString())
  })
}

/** Forgets a sign-in whose code was used. The pause until the next mail stays. */
export function forgetLogin(db: Database, { who, slug }: CodeOf): Promise<number> {
  return withSubject(db, who, (tx) =>
    tx.run(sql`
      update codes_mailed set login = null where user_id = ${who.subjectId} and source_slug = ${slug}`),
  )
}

/** Forgets the sign-ins of a source whose code did not come in time. */
export function forgetCodeJob({ clock }: Pick<Services, 'clock'>) {
  return defineJob<{ userId: string; slug: string }>(
    FORGET_CODE.name,
    async ({ userId, slug }, { db }) => {
      await withSubject(db, self(userId), (tx) =>
        tx.run(sql`
          delete from codes_mailed where user_id = ${userId} and source_slug = ${slug} and expires_at <= ${clock.now()}`),
      )
    },
    { retryLimit: FORGET_CODE.retryLimit },
  )
}

const ownerOf = ({ who, slug }: Pick<CodeOf, 'who' | 'slug'>) => `${who.subjectId}:${slug}`
