import { withIdentity } from '../../platform/database.ts'
import { addressKey } from '../../platform/limits.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const USUAL_MS = 90 * DAY_MS
const NEWEST = 50

/**
 * Whether a request comes from a network address at which the owner of an email has logged in of late. It asks the same of an email
 * that nobody has, so that its time tells nothing.
 */
export async function isUsualAddress({ db, ip, now }: RequestContext, email: string): Promise<boolean> {
  const rows = await withIdentity(db, (tx) =>
    tx.all<{ ip: string }>(sql`
      select s.ip from identity.sessions s join identity.users u on u.id = s.user_id
      where u.email = ${email} and u.deleted_at is null and s.created_at > ${new Date(now.getTime() - USUAL_MS)}
      order by s.created_at desc limit ${NEWEST}`),
  )
  const here = addressKey(ip)
  return rows.some((row) => addressKey(row.ip) === here)
}
