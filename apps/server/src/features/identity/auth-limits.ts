import { type Database, withIdentity } from '../../platform/database.ts'
import { addressKey, refill } from '../../platform/limits.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'

const BUCKETS = {
  /** A password or a code, per account. It slows down whoever guesses; the owner gets in from a usual address, or by a mailed link. */
  proof: { perSecond: 10 / 60, burst: 10 },
  proofAddress: { perSecond: 60 / 60, burst: 60 },
  /** Sign-up, reset and resending, per email. */
  mail: { perSecond: 5 / 3600, burst: 5 },
  mailAddress: { perSecond: 30 / 3600, burst: 30 },
} as const
type AuthLimit = keyof typeof BUCKETS

/**
 * Take one of a limit that all nodes share; refuses with `too_many_requests`. Counts by what was asked for, known or
 * not, so that it tells nothing about who has an account.
 */
export async function takeAuthLimit(
  db: Database,
  now: Date,
  limit: AuthLimit,
  key: string,
  message?: string,
): Promise<void> {
  const bucket = BUCKETS[limit]
  const entry = `${limit}:${key}`
  const waitSeconds = await withIdentity(db, async (tx) => {
    await tx.run(sql`
      insert into identity.rate_buckets (key, level, refilled_at) values (${entry}, ${bucket.burst}, ${now})
      on conflict do nothing`)
    const row = await tx.one<{ level: number; refilled_at: Date }>(
      sql`select level, refilled_at from identity.rate_buckets where key = ${entry} for update`,
    )
    const next = refill(bucket, row.level, (now.getTime() - row.refilled_at.getTime()) / 1000)
    await tx.run(sql`
      update identity.rate_buckets set level = ${next.waitSeconds === 0 ? next.level - 1 : next.level},
        refilled_at = greatest(refilled_at, ${now}) where key = ${entry}`)
    return next.waitSeconds
  })
  if (waitSeconds > 0) refuse('too_many_requests', message, { retryAfter: waitSeconds })
}

/** Both limits of proving who one is: by account, or by an account at an address that its owner uses, and by address. */
export async function takeProof(
  db: Database,
  now: Date,
  account: string,
  ip: string,
  message?: string,
): Promise<void> {
  await takeAuthAddress(db, now, ip)
  await takeAuthLimit(db, now, 'proof', account, message)
}

/** The limit by address alone, of what comes before a proof. */
export function takeAuthAddress(db: Database, now: Date, ip: string): Promise<void> {
  return takeAuthLimit(db, now, 'proofAddress', addressKey(ip))
}

/** Both limits of what sends a mail. */
export async function takeMail(db: Database, now: Date, email: string, ip: string): Promise<void> {
  await takeAuthLimit(db, now, 'mailAddress', addressKey(ip))
  await takeAuthLimit(db, now, 'mail', email)
}
