import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { Contract } from '@lotbook/contract'
import routes from 'virtual:contract-routes/later'
import { type CallContext, linkOf } from './api.ts'
import type { LaterNoun } from './later-nouns.ts'

/** Calls that no first screen makes, as typed functions like those of `api.ts`. */
export const laterCalls: ContractRouterClient<Pick<Contract, LaterNoun>, CallContext> = createORPCClient(
  linkOf(routes),
)

/** The same calls as TanStack Query options and keys. */
export const laterApi = createTanstackQueryUtils(laterCalls)
