import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import { self, type Tx, withSubject } from './database.ts'
import { newId } from './ids.ts'
import { addJob, defineJob, type Job, WAITING } from './jobs.ts'
import { type Keys, openForServer, sealForServer } from './keys.ts'
import type { Log } from './log.ts'
import { type MailTemplate, type MailValues, oneLine, writeMail } from './mail-templates.ts'
import { sql } from './sql.ts'

export interface NewMail<T extends MailTemplate> {
  readonly userId: string
  readonly recipient: string
  readonly template: T
  readonly values: MailValues[T]
  /** Names what the mail tells of, where that is mailed once: a second mail about it is not sent. */
  readonly about?: string
}

/** Send a mail when this transaction commits. One that cannot be sent is tried again, then marked as failed. */
export async function sendMail<T extends MailTemplate>(
  tx: Tx,
  keys: Keys,
  { userId, recipient, template, values, about }: NewMail<T>,
): Promise<void> {
  // A line break in an address would begin a header of its own.
  if (/[\r\n]/.test(recipient)) throw new Error('a recipient with a line break')
  const id = newId()
  // Sealed, because what a mail says (a link that opens an account) must not be read off the database.
  const sealed = sealForServer(keys, 'mail', id, Buffer.from(JSON.stringify(values)))
  const added = await tx.run(sql`
    insert into mails (user_id, id, recipient, template, sealed, about, created_at)
    values (${userId}, ${id}, ${recipient}, ${template}, ${sealed}, ${about ?? null}, now()) on conflict do nothing`)
  if (added === 0) return
  await addJob(tx, { name: SEND_MAIL, retryLimit: 5 }, { userId, id })
}

const SEND_MAIL = 'send-mail'

/** The job that sends: by SMTP where it is configured, else into the local outbox. */
export function sendMailJob(config: Config, keys: Keys, log: Log) {
  const deliver = config.smtpUrl === undefined ? toOutbox(config, log) : overSmtp(config, config.smtpUrl)
  return defineJob<{ userId: string; id: string }>(
    SEND_MAIL,
    async ({ userId, id }, { db }) => {
      const mail = await withSubject(db, self(userId), (tx) =>
        tx.maybe<{ recipient: string; template: MailTemplate; sealed: Buffer }>(sql`
        update mails set attempts = attempts + 1
        where user_id = ${userId} and id = ${id} and state = 'queued'
        returning recipient, template, sealed`),
      )
      if (mail === undefined) return
      const values = JSON.parse(openForServer(keys, 'mail', id, mail.sealed).toString()) as never
      const { subject, text } = writeMail(mail.template, values)
      await deliver({ id, to: mail.recipient, subject, text })
      await withSubject(db, self(userId), (tx) =>
        tx.run(sql`update mails set state = 'sent', sent_at = now(), sealed = null
        where user_id = ${userId} and id = ${id}`),
      )
    },
    { giveUp, turns: WAITING },
  )
}

/** A link that nobody received opens nothing any more: it is not kept. */
const giveUp: Job<{ userId: string; id: string }>['run'] = async ({ userId, id }, { db }) => {
  await withSubject(db, self(userId), (tx) =>
    tx.run(sql`update mails set state = 'failed', sealed = null
      where user_id = ${userId} and id = ${id} and state = 'queued'`),
  )
}

interface OutgoingMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

function overSmtp({ mailFrom }: Config, url: string) {
  const transport = createTransport(url)
  return async ({ id, to, subject, text }: OutgoingMail) => {
    // The same id on a second try, so that a mail server can tell it is the same mail.
    await transport.sendMail({ from: mailFrom, to, subject, text, messageId: `<${id}@lotbook>` })
  }
}

/** The folder of mails that no server took. */
export const outboxOf = ({ dataDirectory }: Pick<Config, 'dataDirectory'>): string =>
  join(dataDirectory, 'outbox')

/** Without a mail server: a file per mail, its text as it is, and a line that says where it is. */
function toOutbox(config: Config, log: Log) {
  const folder = outboxOf(config)
  const { mailFrom } = config
  return async ({ id, to, subject, text }: OutgoingMail) => {
    const headers = [
      `From: ${mailFrom}`,
      // A line break would begin a header of its own.
      `To: ${oneLine(to)}`,
      `Subject: ${oneLine(subject)}`,
      `Message-ID: <${id}@lotbook>`,
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
    ]
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `${id}.eml`)
    writeFileSync(`${file}.part`, `${headers.join('\n')}\n\n${text}`, { mode: 0o600 })
    renameSync(`${file}.part`, file)
    log.warn({ file, subject }, 'no mail server is configured (SMTP_URL): the mail was put into the outbox')
  }
}
