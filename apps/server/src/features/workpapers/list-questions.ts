import type { Question } from '@lotbook/contract'
import type { Tx, Who } from '../../platform/database.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { namesOf, WHO_HAS_LEFT } from '../identity/index.ts'
import { readIn } from './books.ts'
import { nameTransactions } from './named-transactions.ts'
import { tickOf } from './tick-marks.ts'

/** Questions that one answer has: those that wait for somebody first, then the newest. */
const MOST = 300

interface Asked {
  readonly client_id?: string | undefined
  readonly tax_year?: number | undefined
  readonly transaction_id?: string | undefined
}

/** Questions of a customer's books with what was answered; of one transaction with its tick mark. */
export function listQuestions(context: RequestContext, { client_id, ...only }: Asked) {
  return readIn(context, { clientId: client_id, paper: 'questions' }, async (tx, who) => ({
    data: await readQuestions(tx, context, who.subjectId, only),
    can_ask: await canAsk(tx, who),
    tick_mark:
      only.transaction_id === undefined
        ? null
        : await tickOf(tx, context, who.subjectId, only.transaction_id),
  }))
}

/** A professional with access may ask, and the customer where somebody has access. */
export async function canAsk(tx: Tx, { actorId, subjectId }: Who): Promise<boolean> {
  const { ok } = await tx.one<{ ok: boolean }>(
    actorId === subjectId
      ? sql`select exists (
          select from grants where user_id = ${subjectId} and granted_at is not null and revoked_at is null
            and (expires_at is null or expires_at > statement_timestamp())) as ok`
      : sql`select has_grant() as ok`,
  )
  return ok
}

export async function readQuestions(
  tx: Tx,
  context: Pick<RequestContext, 'db'>,
  userId: string,
  { tax_year, transaction_id }: Omit<Asked, 'client_id'>,
  most = MOST,
): Promise<Question[]> {
  const rows = await tx.all<{
    id: string
    tax_year: number
    transaction_id: string | null
    by_customer: boolean
    asked_at: Date
    state: Question['state']
    changed_at: Date
  }>(sql`
    select id, tax_year::integer, transaction_id, by_customer, asked_at, state, changed_at from questions
    where user_id = ${userId} and (${tax_year ?? null}::integer is null or tax_year = ${tax_year ?? null}::integer)
      and (${transaction_id ?? null}::uuid is null or transaction_id = ${transaction_id ?? null}::uuid)
    order by state = 'closed', changed_at desc, id desc limit ${most}`)
  const messages = await tx.all<{
    question_id: string
    author_id: string
    by_customer: boolean
    at: Date
    body: string
  }>(sql`
    select question_id, author_id, by_customer, at, body from question_messages
    where user_id = ${userId} and question_id = any(${rows.map(({ id }) => id)}::uuid[]) order by question_id, n`)
  const names = await namesOf(
    context,
    messages.map(({ author_id }) => author_id),
  )
  const about = await nameTransactions(tx, userId, [
    ...new Set(rows.flatMap((row) => (row.transaction_id === null ? [] : [row.transaction_id]))),
  ])
  const byQuestion = Map.groupBy(messages, ({ question_id }) => question_id)
  return rows.map((row) => ({
    id: row.id,
    tax_year: row.tax_year,
    state: row.state,
    by_customer: row.by_customer,
    waits_for: waitsFor(row),
    asked_at: row.asked_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    about: aboutOf(about.get(row.transaction_id ?? '')),
    messages: (byQuestion.get(row.id) ?? []).map(({ at, by_customer, author_id, body }) => ({
      at: at.toISOString(),
      by_customer,
      name: names.get(author_id)?.name ?? WHO_HAS_LEFT,
      text: body,
    })),
  }))
}

function aboutOf(named: (Question['about'] & object) | undefined): Question['about'] {
  if (named === undefined) return null
  const { transaction_id, text, is_removed } = named
  return { transaction_id, text, is_removed }
}

/** An open question waits for the side that was asked, an answered one for the side that asked. */
function waitsFor({ state, by_customer }: Pick<Question, 'state' | 'by_customer'>): Question['waits_for'] {
  if (state === 'closed') return null
  return (state === 'open') === by_customer ? 'professional' : 'customer'
}
