import { contract } from '@lotbook/contract'
import { readRun } from '../../journal/acts/journal-run.ts'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes } from '../../platform/request-context.ts'
import { runJournalJob } from './run-journal.ts'

const read = routes(contract.journalRuns).read.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: (await readRun(tx, context.who.subjectId, input.id)) ?? refuse('not_found'),
  })),
)

/** Work on very many transactions at once, queued by a rule, a bulk edit, an undo or a lifted lock. */
export const journalRunsFeature: Feature = { routes: { journalRuns: { read } }, jobs: [runJournalJob] }
