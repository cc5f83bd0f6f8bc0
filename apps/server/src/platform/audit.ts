import type { Tx } from './database.ts'
import type { RequestContext } from './request-context.ts'
import { sql } from './sql.ts'

/** An event of the audit trail. The trail hashes and chains it by itself. */
export interface AuditEvent {
  readonly event: string
  /** What it happened to, as `kind:id`. */
  readonly object?: string
  /** Ids and figures that tell more; never a secret, never a whole row. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>
}

/** Write an event in the transaction of what it tells of. */
export async function audit(
  tx: Tx,
  context: Pick<RequestContext, 'now' | 'route' | 'ip' | 'requestId'> & { readonly actorId: string | null },
  subjectId: string,
  { event, object, details }: AuditEvent,
): Promise<void> {
  const { now, actorId, route, ip, requestId } = context
  await tx.run(sql`
    insert into audit_events (user_id, at, actor_id, event, route, object, details, ip, request_id, hash)
    values (${subjectId}, ${now}, ${actorId}, ${event}, ${route}, ${object ?? null},
      ${details === undefined ? null : JSON.stringify(details)}::jsonb, ${ip}, ${requestId}, ''::bytea)`)
}

/** The same, for the person who makes the request on the data that is shown. */
export function auditRequest(tx: Tx, context: RequestContext, event: AuditEvent): Promise<void> {
  const { actorId, subjectId } = context.who
  const { now, route, ip, requestId } = context
  return audit(tx, { now, route, ip, requestId, actorId }, subjectId, event)
}
