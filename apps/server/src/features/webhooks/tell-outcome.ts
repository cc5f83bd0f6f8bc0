import type { WebhookEvent } from '@lotbook/contract'
import type { Clock } from '../../platform/clock.ts'
import { self, type Tx, withSubject } from '../../platform/database.ts'
import { defineJob } from '../../platform/jobs.ts'
import type { Outcome } from '../../platform/outcome-mail.ts'
import { WEBHOOK_OUTCOME } from '../../platform/outcome-webhook.ts'
import { sql } from '../../platform/sql.ts'
import { queueMessage } from './queue-message.ts'

/**
 * The job that writes the messages about an import or a calculation that has ended, one for each webhook that wants them. A message names
 * what ended and how; no amount, asset or name is in it, since whoever wants more asks the API.
 */
export function tellOutcomeJob({ clock }: { readonly clock: Clock }) {
  return defineJob<Outcome>(
    WEBHOOK_OUTCOME.name,
    ({ userId, kind, id }, { db }) =>
      withSubject(db, self(userId), async (tx) => {
        const data =
          kind === 'import' ? await importData(tx, userId, id) : await calculationData(tx, userId, id)
        if (data === undefined) return
        const event: WebhookEvent = kind === 'import' ? 'import.finished' : 'calculation.finished'
        const hooks = await tx.all<{ id: string }>(sql`
          select id from webhooks
          where user_id = ${userId} and disabled_at is null and ${event} = any (events) order by created_at, id`)
        for (const { id: webhookId } of hooks)
          await queueMessage(tx, clock.now(), { userId, webhookId, event, data, about: `${kind} ${id}` })
      }),
    { retryLimit: WEBHOOK_OUTCOME.retryLimit },
  )
}

async function importData(tx: Tx, userId: string, id: string) {
  const row = await tx.maybe<{
    state: string
    stage: string
    reason_code: string | null
    connection_id: string
  }>(sql`
    select state, stage, reason_code, connection_id from imports where user_id = ${userId} and id = ${id}`)
  if (row === undefined) return undefined
  const state = row.stage === 'Needs you' ? 'needs_you' : row.state
  return { import_id: id, source_id: row.connection_id, state, reason: row.reason_code }
}

async function calculationData(tx: Tx, userId: string, id: string) {
  const row = await tx.maybe<{ state: string; reason_code: string | null }>(sql`
    select state, reason_code from calculations where user_id = ${userId} and id = ${id}`)
  return row && { calculation_id: id, state: row.state, reason: row.reason_code }
}
