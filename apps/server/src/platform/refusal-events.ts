import { audit } from './audit.ts'
import { self, withSubject } from './database.ts'
import type { Refusal } from './refusal.ts'
import type { RequestContext } from './request-context.ts'
import { sql } from './sql.ts'
import { errorText } from './log.ts'

/** Refusals that somebody should be able to find later, by the name of their event (section 8 of the security page). */
const EVENTS: Readonly<Partial<Record<Refusal['code'], string>>> = {
  too_many_requests: 'limit_reached',
  forbidden: 'access_denied',
  not_while_impersonating: 'access_denied',
  scope_missing: 'access_denied',
}

const AT_MOST_EVERY_MS = 60_000
const MOST_REMEMBERED = 10_000

/**
 * Writes refused origins, reached limits and denied access to the trail of whoever is signed in, and to the log for
 * who is not: once a minute for each session and event, so that no flood of requests becomes a flood of rows.
 */
export class RefusalEvents {
  readonly #last = new Map<string, number>()

  async record(refusal: Refusal, context: RequestContext): Promise<void> {
    const event = refusal.event ?? EVENTS[refusal.code]
    if (event === undefined) return
    const { session, log, requestId, route, now, ip } = context
    if (!this.#isDue(`${session?.id ?? 'anonymous'} ${event}`, now.getTime())) return
    log.warn({ requestId, route, event }, 'refused')
    if (session === undefined) return
    const { userId, viewingId } = session
    const by = { now, route, ip, requestId, actorId: userId }
    try {
      await withSubject(context.db, self(userId), (tx) => audit(tx, by, userId, { event }))
      // Also in the trail of the client who is viewed, while a grant lets anything be written there.
      if (viewingId !== undefined)
        await withSubject(context.db, { actorId: userId, subjectId: viewingId }, async (tx) => {
          const { may } = await tx.one<{ may: boolean }>(sql`select may('view') as may`)
          if (may) await audit(tx, by, viewingId, { event })
        })
    } catch (error) {
      // The answer is a refusal either way.
      log.error({ requestId, event, error: errorText(error) }, 'a refusal was not recorded')
    }
  }

  #isDue(key: string, at: number): boolean {
    const last = this.#last.get(key)
    if (last !== undefined && at - last < AT_MOST_EVERY_MS) return false
    if (this.#last.size >= MOST_REMEMBERED) this.#last.clear()
    this.#last.set(key, at)
    return true
  }
}
