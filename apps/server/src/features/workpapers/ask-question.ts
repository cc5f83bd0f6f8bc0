import { defaultTaxYear } from '@lotbook/journal'
import type { Tx, Who } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { writeIn } from './books.ts'
import { canAsk } from './list-questions.ts'
import { tellOtherSide, tellScreens } from './tell-other-side.ts'

/** Questions of one year that are not closed, and messages of one question. */
const MOST_OPEN = 200
const MOST_MESSAGES = 200

interface NewQuestion {
  readonly client_id?: string | undefined
  readonly tax_year?: number | undefined
  readonly transaction_id?: string | undefined
  readonly text: string
}

/**
 * Ask the other side about a transaction, or about a year. A transaction says which year it is of where none is given.
 *
 * @returns the question's id.
 */
export async function askQuestion(context: RequestContext, input: NewQuestion): Promise<string> {
  const { client_id: clientId, transaction_id: transactionId, text } = input
  await context.limit('questions')
  const id = newId(context.now.getTime())
  const asked = await writeIn(context, { clientId, paper: 'questions' }, async (tx, who) => {
    const { subjectId: userId } = who
    const year =
      transactionId === undefined
        ? (input.tax_year ?? defaultTaxYear(context.now.getTime()))
        : await yearOfTransaction(tx, userId, transactionId, input.tax_year)
    if (!(await canAsk(tx, who)))
      refuse(
        'conflict',
        'Nobody has access to your books who could answer. Invite your tax professional first.',
      )
    const { open } = await tx.one<{ open: number }>(sql`
      select count(*)::integer as open from questions where user_id = ${userId} and tax_year = ${year} and state <> 'closed'`)
    if (open >= MOST_OPEN)
      refuse('conflict', `${MOST_OPEN} questions of ${year} are open. Close some before you ask another.`)
    await tx.run(sql`
      insert into questions (user_id, id, tax_year, transaction_id, asked_by, by_customer, asked_at, changed_at)
      values (${userId}, ${id}, ${year}, ${transactionId ?? null}, ${who.actorId}, ${isCustomer(who)}, ${context.now}, ${context.now})`)
    await addMessage(tx, context, who, { id, n: 1, text })
    return { who, year }
  })
  await tellOtherSide(context, { ...asked, isAnswer: false })
  return id
}

/** Write to a question. The other side's word answers it; a further word of whoever asked opens it again. */
export async function replyTo(
  context: RequestContext,
  { id, client_id: clientId, text }: { id: string; client_id?: string | undefined; text: string },
): Promise<void> {
  await context.limit('questions')
  const replied = await writeIn(context, { clientId, paper: 'questions' }, async (tx, who) => {
    const question = await lockedQuestion(tx, who, id)
    if (question.state === 'closed') refuse('conflict', 'This question is closed. Ask a new one.')
    const { n } = await tx.one<{ n: number }>(sql`
      select max(n) + 1 as n from question_messages where user_id = ${who.subjectId} and question_id = ${id}`)
    if (n > MOST_MESSAGES)
      refuse('conflict', 'This question has grown too long. Close it, and ask a new one.')
    await addMessage(tx, context, who, { id, n, text })
    const isAnswer = question.by_customer !== isCustomer(who)
    await setState(tx, context, who, id, isAnswer ? 'answered' : 'open')
    return { who, year: question.tax_year, isAnswer }
  })
  await tellOtherSide(context, replied)
}

/** Close a question: nothing more is to be said. Either side may. */
export async function closeQuestion(
  context: RequestContext,
  { id, client_id: clientId }: { id: string; client_id?: string | undefined },
): Promise<void> {
  const by = await writeIn(context, { clientId, paper: 'questions' }, async (tx, who) => {
    const { state } = await lockedQuestion(tx, who, id)
    if (state === 'closed') refuse('conflict', 'This question is closed already.')
    await setState(tx, context, who, id, 'closed')
    return who
  })
  await tellScreens(context, by)
}

const isCustomer = ({ actorId, subjectId }: Who) => actorId === subjectId

async function yearOfTransaction(
  tx: Tx,
  userId: string,
  id: string,
  asked: number | undefined,
): Promise<number> {
  const row = await tx.maybe<{ year: number }>(sql`
    select extract(year from t.at at time zone c.time_zone)::integer as year
    from transactions t join customers c on c.user_id = ${userId}
    where t.user_id = ${userId} and t.id = ${id} and t.deleted_at is null`)
  if (row === undefined) return refuse('not_found')
  // A question asked while a later year is prepared belongs to that year: its lots come from before.
  return Math.max(asked ?? row.year, row.year, 2009)
}

async function lockedQuestion(tx: Tx, { subjectId }: Who, id: string) {
  const row = await tx.maybe<{ state: string; by_customer: boolean; tax_year: number }>(sql`
    select state, by_customer, tax_year::integer from questions where user_id = ${subjectId} and id = ${id} for update`)
  return row ?? refuse('not_found')
}

function addMessage(
  tx: Tx,
  { now }: RequestContext,
  who: Who,
  { id, n, text }: { id: string; n: number; text: string },
): Promise<number> {
  return tx.run(sql`
    insert into question_messages (user_id, question_id, n, author_id, by_customer, at, body)
    values (${who.subjectId}, ${id}, ${n}, ${who.actorId}, ${isCustomer(who)}, ${now}, ${text})`)
}

function setState(tx: Tx, { now }: RequestContext, { subjectId }: Who, id: string, state: string) {
  return tx.run(sql`
    update questions set state = ${state}, changed_at = ${now} where user_id = ${subjectId} and id = ${id}`)
}
