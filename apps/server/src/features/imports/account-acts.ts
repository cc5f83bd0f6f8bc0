import type { ImportHistory } from '@lotbook/contract'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { cancelImports, connectionsOf, removeAccount, removeFrom } from './remove-history.ts'

const done = { status: 'success' as const }

/**
 * Takes an account out with all that came through it. With a type only what came in that way goes, and the account with it where that was
 * all. What is still being read is stopped first, in a transaction of its own.
 */
export async function deleteAccount(context: RequestContext, id: string, type?: ImportHistory['type']) {
  const { db, who } = context
  await withSubject(db, who, async (tx) =>
    cancelImports(tx, who.subjectId, await connectionsOf(tx, who.subjectId, id, type)),
  )
  return withSubject(db, who, async (tx) => {
    if (type === undefined) await removeAccount(tx, who.subjectId, id)
    else await removeFrom(tx, who.subjectId, id, type)
    await auditRequest(tx, context, { event: 'account_deleted', object: `account:${id}` })
    return done
  })
}

export function renameAccount({ db, who }: RequestContext, id: string, name: string) {
  return withSubject(db, who, async (tx) => {
    const renamed = await tx.run(sql`
      update accounts set name = ${name} where user_id = ${who.subjectId} and id = ${id} and deleted_at is null`)
    if (renamed === 0) refuse('not_found')
    return done
  })
}

export function markUsBased({ db, who }: RequestContext, id: string, isUsBased: boolean) {
  return withSubject(db, who, async (tx) => {
    const marked = await tx.run(sql`
      update accounts set us_based = ${isUsBased} where user_id = ${who.subjectId} and id = ${id} and deleted_at is null`)
    if (marked === 0) refuse('not_found')
    return done
  })
}
