import { contract, type FoundPerson, REVIEW_KINDS } from '@lotbook/contract'
import { auditRequest } from '../../platform/audit.ts'
import { type Database, self, withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { findPeople } from '../identity/index.ts'
import { importCounts } from '../imports/import-counts.ts'

const os = routes(contract.admin)

/** More people than this are not shown: who searches says more of the address. */
const MOST_PEOPLE = 20

const people = os.findPeople.handler(async ({ input, context }) => {
  await context.limit('search')
  await withSubject(context.db, context.who, (tx) =>
    auditRequest(tx, context, { event: 'people_sought', details: { text: input.q } }),
  )
  const found = await findPeople(context.db, input.q, context.now, MOST_PEOPLE + 1)
  const data: FoundPerson[] = []
  for (const { signed_up_at, last_seen_at, ...person } of found.slice(0, MOST_PEOPLE))
    data.push({
      ...person,
      signed_up_at: signed_up_at.toISOString(),
      last_seen_at: last_seen_at?.toISOString() ?? null,
      state: person.roles.includes('customer') ? await stateOf(context.db, person.id) : null,
    })
  return { data, more: found.length > MOST_PEOPLE }
})

/** Counts and states of a customer's history: enough to help, and nothing of what is in it. */
async function stateOf(db: Database, userId: string): Promise<FoundPerson['state']> {
  return withSubject(db, self(userId), async (tx) => {
    const counts = await tx.one<{ transactions: string; review: string }>(sql`
      select coalesce((select transactions from journals where user_id = ${userId}), 0) as transactions,
        (select count(*) from findings
          where user_id = ${userId} and state = 'open' and code = any (${REVIEW_KINDS})) as review`)
    const imports = await importCounts(tx, userId)
    const newest = await tx.maybe<{
      state: NonNullable<FoundPerson['state']>['calculation']
      finished_at: Date | null
    }>(sql`
      select state, finished_at from calculations where user_id = ${userId} order by created_at desc, id desc limit 1`)
    return {
      transactions: Number(counts.transactions),
      review: Number(counts.review),
      imports,
      calculation: newest?.state ?? 'none',
      calculated_at: newest?.finished_at?.toISOString() ?? null,
    }
  })
}

/** For who looks after the installation. */
export const adminFeature: Feature = {
  routes: { admin: { findPeople: people } },
}
