import { contract } from '@lotbook/contract'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { notify } from '../../platform/notify.ts'
import { routes } from '../../platform/request-context.ts'
import { readRemovalForms } from './read-removal-forms.ts'
import { setRemovalFacts } from './set-removal-facts.ts'

const os = routes(contract.removalForms)

const list = os.list.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await readRemovalForms(tx, context.who.subjectId, input),
  })),
)

const set = os.set.handler(({ input: { year, transaction_id, ...facts }, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    // `123456789` is kept as `12-3456789`.
    const donee_ein = facts.donee_ein?.replace(/^(\d{2})(\d)/, '$1-$2') ?? null
    await setRemovalFacts(tx, userId, { year, transaction_id, facts: { ...facts, donee_ein } }, context.now)
    // The trail names what is stated; names and amounts stand with the transaction alone.
    const stated = Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [name]))
    await auditRequest(tx, context, {
      event: 'removal_facts_set',
      object: `transaction:${transaction_id}`,
      details: { tax_year: year, stated: stated.join(' ') },
    })
    await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
    return { status: 'success' as const }
  }),
)

/** The forms of gifts, donations and losses: what a person states of each, and what each form still needs. */
export const removalFormsFeature: Feature = { routes: { removalForms: { list, set } } }
