import { contract } from '@lotbook/contract'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { bellItems } from './bell-items.ts'
import { withLines } from '../../calculating/keep/prepare-lines.ts'

const os = routes(contract.bell)

const show = os.show.handler(({ context }) =>
  withLines(context.db, context.who, async (tx) => {
    const items = await bellItems(tx, context.who.subjectId)
    return { unread: items.filter(({ is_unread }) => is_unread).length, items }
  }),
)

const read = os.read.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => {
    await tx.run(sql`
      update customers set bell_read_at = now() where user_id = ${context.who.subjectId}`)
    return { status: 'success' as const }
  }),
)

/** The bell of a customer: what is new, and that it was seen. */
export const bellFeature: Feature = { routes: { bell: { show, read } } }
