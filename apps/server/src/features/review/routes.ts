import { contract } from '@lotbook/contract'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { routes } from '../../platform/request-context.ts'
import { editorOf } from '../../journal/transactions/editor.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import { actOnReview } from './act-on-review.ts'
import { answerFinding, origins } from './answer-finding.ts'
import { claimsOf } from './claim-answers.ts'
import { listReview, reviewCounts, reviewItem } from './list-review.ts'
import { workOutEffects } from './work-out-effects.ts'

const os = routes(contract.review)

const list = os.list.handler(({ input, context }) =>
  withSubject(context.db, context.who, (tx) => listReview(tx, context.who.subjectId, input)),
)

const counts = os.counts.handler(({ context }) =>
  withSubject(context.db, context.who, (tx) => reviewCounts(tx, context.who.subjectId)),
)

const item = os.item.handler(({ input, context }) =>
  withSubject(context.db, context.who, (tx) => reviewItem(tx, context.who.subjectId, input.id)),
)

const act = os.act.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { changeId, count } = await actOnReview(tx, editorOf(context), input)
    return { status: 'success' as const, change_id: changeId, count }
  }),
)

const effects = os.effects.handler(async ({ input, context }) => {
  await context.limit('search')
  return { data: await workOutEffects(context.db, context.who, input.id, input.answers) }
})

const decide = os.decide.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    status: 'success' as const,
    change_id: await answerFinding(tx, editorOf(context), input.id, input.answer),
  })),
)

const listOrigins = os.origins.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: (await origins(tx, context.who.subjectId, input.id)).map((one) => ({
      ...one,
      at: one.at.toISOString(),
      amount: plain(one.amount),
    })),
  })),
)

const listClaims = os.claims.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await claimsOf(tx, context.who.subjectId, input.id),
  })),
)

/** The one list of what a person has to look at. */
export const reviewFeature: Feature = {
  routes: { review: { list, counts, item, act, effects, decide, origins: listOrigins, claims: listClaims } },
}
