import { self, type Who, withIdentity, withSubject } from '../../platform/database.ts'
import { sendMail } from '../../platform/mail.ts'
import { notify } from '../../platform/notify.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { linkTo, personOf } from '../identity/index.ts'

interface Said {
  readonly who: Who
  readonly year: number
  readonly isAnswer: boolean
}

interface Recipient {
  readonly id: string
  readonly email: string
}

/**
 * Tell open screens, and mail the other side that a question or an answer waits for them, at most once a day for each year. The mail does not say what was
 * written: it is not for a mailbox.
 */
export async function tellOtherSide(context: RequestContext, { who, year, isAnswer }: Said): Promise<void> {
  const isCustomer = who.actorId === who.subjectId
  await tellScreens(context, who)
  const recipients = isCustomer ? await professionalsOf(context, who) : await ownerOf(context, who)
  if (recipients.length === 0) return
  const { name, email } = await personOf(context, who.actorId)
  const path = isCustomer
    ? `/tax_pro/view_customer?id=${who.subjectId}&year=${year}&part=workpapers`
    : '/work_with_tax_pro'
  const day = context.now.toISOString().slice(0, 10)
  await withIdentity(context.db, async (tx) => {
    for (const recipient of recipients)
      await sendMail(tx, context.keys, {
        userId: recipient.id,
        recipient: recipient.email,
        template: 'question_waits',
        values: {
          who: name === email ? email : `${name} (${email})`,
          year,
          isAnswer,
          link: linkTo(context, path),
        },
        about: `questions:${who.subjectId}:${year}:${day}`,
      })
  })
}

/** Tell the open screens of everybody else who reads the questions of these books that one has moved. */
export async function tellScreens(context: RequestContext, who: Who): Promise<void> {
  const readers = (await professionalsOf(context, self(who.subjectId))).map(({ id }) => id)
  for (const id of new Set([who.subjectId, ...readers])) {
    if (id === who.actorId) continue
    await withSubject(context.db, self(id), (tx) =>
      notify(tx, id, { type: 'questions', id: who.subjectId, status: 'moved' }),
    )
  }
}

/** Professionals who have access just now. */
function professionalsOf(context: RequestContext, who: Who): Promise<Recipient[]> {
  return withSubject(context.db, who, (tx) =>
    tx.all<Recipient>(sql`
      select distinct professional_id as id, email from my_professionals()
      where revoked_at is null and (expires_at is null or expires_at > ${context.now})`),
  )
}

async function ownerOf(context: RequestContext, { subjectId }: Who): Promise<Recipient[]> {
  const { email, isVerified } = await personOf(context, subjectId)
  return isVerified ? [{ id: subjectId, email }] : []
}
