import { audit, type AuditEvent } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import type { RequestContext } from '../../platform/request-context.ts'

/** An event in the life of an account, by the person themselves. */
export function recordEvent(
  tx: Tx,
  context: RequestContext,
  userId: string,
  event: AuditEvent,
): Promise<void> {
  const { now, route, ip, requestId } = context
  return audit(tx, { now, route, ip, requestId, actorId: userId }, userId, event)
}
