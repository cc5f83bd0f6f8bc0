import { contract, type ImportHistory } from '@lotbook/contract'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/refusal.ts'
import { editorOf } from '../../journal/transactions/editor.ts'
import { type RequestContext, routes } from '../../platform/request-context.ts'
import { deleteAccount, markUsBased, renameAccount } from '../imports/account-acts.ts'
import { exchangeSources } from '../imports/import-histories.ts'
import { accountBalances, walletBalances } from './account-balances.ts'
import { balanceParting } from './balance-parting.ts'
import { claimLeft, closeClaim } from './close-claim.ts'
import { accountDetail, listAccounts } from './list-accounts.ts'

const os = routes(contract.wallets)
const claimRoutes = routes(contract.claims)

const accounts = os.accounts.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { data, meta } = await listAccounts(tx, context.who.subjectId, input, context.now)
    return { wallet_exists: meta.total_count > 0, data, meta }
  }),
)

const balances = os.balances.handler(({ context }) =>
  withSubject(context.db, context.who, (tx) => walletBalances(tx, context.who.subjectId, context.now)),
)

const balancesOfAccount = os.accountBalances.handler(async ({ input, context }) => {
  await existing(context, input.id)
  return withSubject(context.db, context.who, (tx) =>
    accountBalances(tx, context.who.subjectId, input, context.now),
  )
})

const parting = os.balanceParting.handler(async ({ input, context }) => {
  await existing(context, input.id)
  return withSubject(context.db, context.who, async (tx) => ({
    data: await balanceParting(tx, context.who.subjectId, input),
  }))
})

const left = claimRoutes.left.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await claimLeft(tx, context.who.subjectId, input.id),
  })),
)

const close = claimRoutes.close.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { changeId, count } = await closeClaim(tx, editorOf(context), input.id, input.closed_on)
    return { status: 'success' as const, change_id: changeId, count }
  }),
)

const account = os.account.handler(async ({ input, context }) => ({
  data: await existing(context, input.id, input.type),
}))

const importSources = os.importSources.handler(async ({ input, context }) => {
  await existing(context, input.id)
  return withSubject(context.db, context.who, (tx) =>
    exchangeSources(tx, context.who.subjectId, input.id, input, context.now),
  )
})

const updateUsBased = os.updateUsBased.handler(async ({ input, context }) => {
  await existing(context, input.id, input.type)
  return markUsBased(context, input.id, input.us_based)
})

const updateName = os.updateName.handler(async ({ input, context }) => {
  await existing(context, input.id, input.type)
  return renameAccount(context, input.id, input.name)
})

const remove = os.remove.handler(({ input, context }) =>
  deleteAccount(context, input.params.id, input.query.type),
)

/** The account, if it is the customer's and something came to it in the way that is named; refuses otherwise. */
function existing({ db, who, now }: RequestContext, id: string, type?: ImportHistory['type']) {
  return withSubject(
    db,
    who,
    async (tx) => (await accountDetail(tx, who.subjectId, { id, type }, now)) ?? refuse('not_found'),
  )
}

/** Accounts as the wallets screen shows them: what came to each, what it holds, and what it says that it holds. */
export const walletsFeature: Feature = {
  routes: {
    wallets: {
      accounts,
      balances,
      accountBalances: balancesOfAccount,
      balanceParting: parting,
      account,
      importSources,
      updateUsBased,
      updateName,
      remove,
    },
    claims: { left, close },
  },
}
