import { type Tx, type Who, withSubject } from '../../platform/database.ts'
import { auditRequest } from '../../platform/audit.ts'
import { noteLook } from '../../platform/access.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'

/** The kinds of paper that the client's trail names. */
type Paper = 'questions' | 'workpapers'

interface Look {
  /** The client whose books are meant, where the professional does not look at them just now. */
  readonly clientId: string | undefined
  readonly paper: Paper
}

/** Read papers in the books of a customer, as the customer or as whoever has access to look. */
export async function readIn<T>(
  context: RequestContext,
  { clientId, paper }: Look,
  work: (tx: Tx, who: Who) => Promise<T>,
): Promise<T> {
  const who = whoIn(context, clientId)
  const answer = await withSubject(context.db, who, async (tx) => {
    await requireLook(tx, who)
    return work(tx, who)
  })
  // A professional who looks at the books already is noted by the check of access.
  if (isByName(context, who)) await noteLook(context, who, paper)
  return answer
}

/**
 * Write papers in the books of a customer. An admin who looks writes nothing, and where only professionals write, the customer does not
 * either.
 */
export function writeIn<T>(
  context: RequestContext,
  { clientId, paper, isForProfessionals = false }: Look & { readonly isForProfessionals?: boolean },
  work: (tx: Tx, who: Who) => Promise<T>,
): Promise<T> {
  const who = whoIn(context, clientId)
  return withSubject(context.db, who, async (tx) => {
    await requireLook(tx, who)
    const isOwner = who.actorId === who.subjectId
    if (isOwner && isForProfessionals) refuse('conflict', 'Only a tax professional with access writes here.')
    if (!isOwner) {
      const { ok } = await tx.one<{ ok: boolean }>(sql`select has_grant() as ok`)
      if (!ok) refuse('forbidden', 'Only a tax professional with access writes here.')
    }
    if (isByName(context, who))
      await auditRequest(tx, { ...context, who }, { event: 'changed', object: paper })
    return work(tx, who)
  })
}

/** The person who acts and the books that are meant. A professional's own session names the client; a look at a client is at that one alone. */
function whoIn(context: RequestContext, clientId: string | undefined): Who {
  const { who, roles } = context
  if (clientId !== undefined && clientId !== who.subjectId) {
    if (who.actorId !== who.subjectId) refuse('not_found')
    return { actorId: who.actorId, subjectId: clientId }
  }
  if (who.actorId === who.subjectId && !roles.includes('customer')) {
    const message = 'Say which client is meant.'
    refuse('invalid_input', message, { fields: { client_id: message } })
  }
  return who
}

const isByName = (context: RequestContext, who: Who) => context.who.subjectId !== who.subjectId

/** Refuses with `not_found` whoever has no access, as for books that there are not. */
async function requireLook(tx: Tx, { actorId, subjectId }: Who): Promise<void> {
  if (actorId === subjectId) return
  const { ok } = await tx.one<{ ok: boolean }>(sql`select may('view') as ok`)
  if (!ok) refuse('not_found')
}
