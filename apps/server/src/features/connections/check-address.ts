import { addressConnector, ProviderBusy, ProviderDown, ProviderFailed, type Source } from '@lotbook/sources'
import { type AddressLook, connectionMessages, fill } from '@lotbook/contract'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { addressToConnect } from './connect-address.ts'
import { type OwnKeys, waysWith, withOwnKeys } from './own-keys.ts'

/** R5.64: tag of the catalogue for chains whose addresses are looked at before they are imported. */
const LOOKED_AT = 'smart-contract-check'
/** An address with more transactions than this takes long to import, and the person is told. */
const EXTREMELY_ACTIVE = 10_000
const LOOK_MS = 20_000

/** Whether the addresses of a chain are looked at before they are imported. */
export function isLookedAt(chain: Source): boolean {
  return chain.tags.includes(LOOKED_AT)
}

/** The chain's word on an address: whether it is a contract, and how much there is of it. */
export function checkAddress(
  context: RequestContext,
  of: { readonly chain: string; readonly address: string },
): Promise<AddressLook> {
  return withOwnKeys(context, context.who, (own) => lookWith(context, own, of))
}

async function lookWith(
  { outbound, clock }: RequestContext,
  own: OwnKeys,
  { chain: coin, address: text }: { readonly chain: string; readonly address: string },
): Promise<AddressLook> {
  const signal = AbortSignal.timeout(LOOK_MS)
  const ways = waysWith(outbound, own, { signal, retries: 1 })
  const { chain, address, isExtendedKey } = addressToConnect(ways, coin, text)
  const connector = addressConnector(chain.slug)
  if (connector?.look === undefined || isExtendedKey || !isLookedAt(chain))
    return { is_smart_contract: false, transaction_count: null, is_extremely_active: false }
  try {
    const { isContract, transactions } = await connector.look({
      ...ways,
      access: { chain: chain.slug, address, isExtendedKey },
      now: () => clock.now().getTime(),
    })
    return {
      is_smart_contract: isContract,
      transaction_count: transactions,
      is_extremely_active: transactions !== null && transactions > EXTREMELY_ACTIVE,
    }
  } catch (error) {
    if (
      error instanceof ProviderDown ||
      error instanceof ProviderBusy ||
      error instanceof ProviderFailed ||
      signal.aborted
    )
      return refuse('unavailable', fill(connectionMessages.service.notResponding, { service: chain.name }))
    throw error
  }
}
