import { contract } from '@lotbook/contract'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { routes } from '../../platform/request-context.ts'
import { differenceRows, readComparison } from './read-comparison.ts'
import { compareJob } from './run-comparison.ts'
import { startComparison } from './start-comparison.ts'

const os = routes(contract.comparisons)

const create = os.create.handler(({ input, context }) => {
  const { subjectId: userId } = context.who
  const options = { now: context.now, limit: () => context.limit('calculations') }
  return withSubject(context.db, context.who, async (tx) => ({
    data: await readComparison(tx, userId, await startComparison(tx, userId, input, options)),
  }))
})

const get = os.get.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await readComparison(tx, context.who.subjectId, input.id),
  })),
)

const rows = os.rows.handler(({ input, context }) =>
  withSubject(context.db, context.who, (tx) => differenceRows(tx, context.who.subjectId, input)),
)

/** Why two calculations differ. */
export const comparisonsFeature: Feature = {
  routes: { comparisons: { create, get, rows } },
  jobs: [compareJob],
}
