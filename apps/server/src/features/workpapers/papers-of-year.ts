import { STEP_NAMES } from '@lotbook/contract'
import type { WorkpapersReport } from '@lotbook/reports'
import type { Database, Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { namesOf, WHO_HAS_LEFT } from '../identity/index.ts'
import { readQuestions } from './list-questions.ts'
import { readWorkpapers } from './read-workpapers.ts'
import { signOffsOf } from './sign-off.ts'

/** A packet has all tick marks and all questions. */
const ALL = 1_000_000

/** Papers of a year for its packet, dated by their last change. Undefined where nobody wrote any. */
export async function papersOfYear(
  tx: Tx,
  db: Database,
  userId: string,
  year: number,
): Promise<WorkpapersReport | undefined> {
  const { any } = await tx.one<{ any: boolean }>(sql`
    select exists (select from sign_offs where user_id = ${userId} and tax_year = ${year})
      or exists (select from questions where user_id = ${userId} and tax_year = ${year})
      or exists (select from open_points where user_id = ${userId} and tax_year = ${year})
      or exists (
        select from tick_marks m join transactions t on t.user_id = ${userId} and t.id = m.transaction_id
        join customers c on c.user_id = ${userId}
        where m.user_id = ${userId} and extract(year from t.at at time zone c.time_zone) = ${year}) as any`)
  if (!any) return undefined
  const papers = await readWorkpapers(tx, { db }, userId, { year, mostTicks: ALL })
  const questions = await readQuestions(tx, { db }, userId, { tax_year: year }, ALL)
  const signOffs = await signOffsOf(tx, userId, year)
  const names = await namesOf(
    { db },
    signOffs.map(({ signed_by }) => signed_by),
  )
  const changes = [
    ...signOffs.flatMap(({ signed_at, ended_at }) =>
      [signed_at, ended_at ?? signed_at].map((at) => at.toISOString()),
    ),
    ...questions.map(({ changed_at }) => changed_at),
    ...papers.tick_marks.map(({ at }) => at),
    ...papers.points.flatMap(({ at, done_at }) => [at, done_at ?? at]),
  ]
  return {
    year,
    at: changes.toSorted().at(-1) ?? `${year}-12-31T00:00:00.000Z`,
    steps: papers.steps.map(({ step, state, text, sign_off }) => ({
      name: STEP_NAMES[step],
      text,
      state,
      signedBy: sign_off?.name ?? '',
      signedAt: sign_off?.at ?? '',
      note: sign_off?.note ?? '',
      changedSince: sign_off?.changed_since ?? '',
    })),
    signOffs: signOffs.map((row) => ({
      step: STEP_NAMES[row.step],
      by: names.get(row.signed_by)?.name ?? WHO_HAS_LEFT,
      at: row.signed_at.toISOString(),
      note: row.note,
      openItems: String(row.open_items),
      endedAt: row.ended_at?.toISOString() ?? '',
    })),
    messages: questions
      .toSorted((a, b) => (a.asked_at < b.asked_at ? -1 : 1))
      .flatMap(({ state, about, messages }, n) =>
        messages.map(({ at, by_customer, name, text }) => ({
          question: String(n + 1),
          about: about?.text ?? `The year ${year}`,
          state,
          at,
          side: by_customer ? 'customer' : 'professional',
          by: name,
          text,
        })),
      ),
    ticks: papers.tick_marks.map(({ transaction_id, text, name, at, note, is_changed }) => ({
      transaction: transaction_id,
      text,
      by: name,
      at,
      note,
      isChanged: is_changed,
    })),
    points: papers.points.map(({ text, name, at, done_at }) => ({
      text,
      by: name,
      at,
      doneAt: done_at ?? '',
    })),
  }
}
