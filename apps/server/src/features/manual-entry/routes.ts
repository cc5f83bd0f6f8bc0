import { contract } from '@lotbook/contract'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { routes } from '../../platform/request-context.ts'
import { saveManualEntry } from './save-manual-entry.ts'
import { currenciesFor } from './search-currencies.ts'

const os = routes(contract.manualEntry)

const save = os.save.handler(async ({ input, context }) => ({
  status: 'success' as const,
  ...(await saveManualEntry(context, input)),
}))

const searchCurrencies = os.searchCurrencies.handler(async ({ input, context }) => {
  await context.limit('search')
  const { db, who, now } = context
  return withSubject(db, who, async (tx) => ({
    data: await currenciesFor(tx, who.subjectId, input.q, now),
  }))
})

/** Transactions that a person enters by hand, and the currencies to choose from. */
export const manualEntryFeature: Feature = { routes: { manualEntry: { save, searchCurrencies } } }
