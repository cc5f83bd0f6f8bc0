import { connectionMessages } from '@lotbook/contract'
import { explorersFor } from '@lotbook/sources'
import { withSubject } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { type AddressToConnect, addressToConnect, isFirstImport, keepAddress } from './connect-address.ts'
import { waysFor } from './own-keys.ts'

export interface WalletsInput {
  readonly wallets: readonly { readonly address: string; readonly chains: readonly string[] }[]
  readonly exchange: string
  readonly xpub: boolean
}

/**
 * Connect several addresses, each on its chains. Those whose chain is not known here are left out, and the answer says so; any other
 * address that is none refuses the whole.
 */
export async function connectWallets(context: RequestContext, { wallets, exchange, xpub }: WalletsInput) {
  const ways = await waysFor(context)
  const wanted: AddressToConnect[] = []
  let leftOut = 0
  const reasons = new Set<string>()
  for (const { address, chains } of wallets)
    for (const chain of chains) {
      try {
        wanted.push(addressToConnect(ways, chain, address, xpub))
      } catch (error) {
        if (!(error instanceof Refusal) || !LEFT_OUT.has(error.code)) throw error
        leftOut += 1
        // A key of the customer's own is a way out, so it is told.
        if (explorersFor(chain).length > 0) reasons.add(error.message)
      }
    }
  const { db, who } = context
  return withSubject(db, who, async (tx) => {
    const isFirst = await isFirstImport(tx, who.subjectId)
    const sourceIds: string[] = []
    for (const one of wanted) sourceIds.push(await keepAddress(tx, context, one, { wallet: exchange }))
    const isPartial = leftOut > 0
    return {
      status: isPartial ? ('partial_success' as const) : ('success' as const),
      code: isPartial ? ('INVALID_EXCHANGE' as const) : null,
      message: isPartial
        ? [connectionMessages.walletImport.invalidExchange, ...reasons].join(' ')
        : connectionMessages.walletImport.bulkQueued,
      source_ids: sourceIds,
      first_import: isFirst,
    }
  })
}

/** A chain that is not known, and one that nobody can be asked about. */
const LEFT_OUT: ReadonlySet<string> = new Set(['INVALID_EXCHANGE', 'unavailable'])
