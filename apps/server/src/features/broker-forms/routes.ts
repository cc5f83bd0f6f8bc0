import { basename } from 'node:path'
import { contract, BROKER_FORMS_FROM, BROKER_LINE_TEMPLATE_PATH } from '@lotbook/contract'
import { BROKER_FORM_HEADER } from '@lotbook/sources'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { downloadHeaders } from '../../platform/headers.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { filedYears } from '../../calculating/keep/filed-years.ts'
import { isOwnWallet } from '../../calculating/keep/broker-accounts.ts'
import type { Readers } from '../../journal/reading/reader.ts'
import { readerOf } from '../../journal/reading/readers.ts'
import { brokerLineRoutes } from './line-routes.ts'
import { listBrokerForms } from './list-broker-forms.ts'
import { withLines } from '../../calculating/keep/prepare-lines.ts'

const os = routes(contract.brokerForms)

const list = os.list.handler(({ input, context }) =>
  withLines(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    const filed = await filedYears(tx, userId)
    return {
      data: await listBrokerForms(tx, userId, input.year),
      is_filed: filed.some(({ year }) => year === input.year),
    }
  }),
)

const set = os.set.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    const { year, account_id: accountId, reported } = input
    if (year < BROKER_FORMS_FROM)
      refuse('conflict', `Form 1099-DA begins with ${BROKER_FORMS_FROM}; there is none for ${year}.`)
    const account = await tx.maybe<{ source_slug: string }>(sql`
      select source_slug from accounts where user_id = ${userId} and id = ${accountId}`)
    if (account === undefined) return refuse('not_found')
    if (isOwnWallet(account.source_slug))
      refuse('conflict', 'Your own wallet has no broker, so no Form 1099-DA is sent for it.')
    // Filing locks the row of the year as well, so it sees this or goes first.
    await tx.run(sql`
      insert into tax_years (user_id, tax_year) values (${userId}, ${year}) on conflict (user_id, tax_year) do nothing`)
    const { state } = await tx.one<{ state: string }>(sql`
      select state from tax_years where user_id = ${userId} and tax_year = ${year} for update`)
    if (state === 'filed') refuse('conflict', `${year} is marked as filed; its boxes stay as filed.`)
    if (reported === null)
      await tx.run(sql`
        delete from broker_forms where user_id = ${userId} and account_id = ${accountId} and tax_year = ${year}`)
    else
      await tx.run(sql`
        insert into broker_forms (user_id, account_id, tax_year, reported, set_at)
        values (${userId}, ${accountId}, ${year}, ${reported}, ${context.now})
        on conflict (user_id, account_id, tax_year) do update set reported = excluded.reported, set_at = excluded.set_at`)
    await auditRequest(tx, context, {
      event: 'broker_form_set',
      object: `account:${accountId}`,
      details: { tax_year: year, reported },
    })
    await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
    return { status: 'success' as const }
  }),
)

/** Forms 1099-DA: which are expected, and what the person read off them. */
export function brokerFormsFeature(readers: Readers = readerOf): Feature {
  return {
    routes: { brokerForms: { list, set, ...brokerLineRoutes(readers) } },
    raw: (api) => {
      api.get(BROKER_LINE_TEMPLATE_PATH, { config: { access: ['customer'], scope: 'read' } }, (_, reply) =>
        reply
          .headers(downloadHeaders(basename(BROKER_LINE_TEMPLATE_PATH), 'text/csv'))
          .send(`${BROKER_FORM_HEADER.join(',')}\r\n`),
      )
    },
  }
}
