import type { Ask } from '../connecting/ask.ts'
import { type AddressAccess, ProviderFailed, type Visit } from '../connecting/connector.ts'
import { EXPLORERS, type ExplorerName } from '../connecting/own-keys.ts'
import type { ProviderName } from '../connecting/providers.ts'
import { isObject, textIn } from '../exchanges/json-answer.ts'
import { evmChains } from './evm/evm-chains.ts'
import { ChainNotOpened, ExplorerApi } from './evm/explorer-api.ts'
import { lastBlock } from './polkadot/polkadot-connector.ts'
import { lastSlot } from './solana/solana-connector.ts'

/** The key is good, and its plan does not open the chain that it is meant for. */
export class KeyOpensOthers extends Error {
  override readonly name = 'KeyOpensOthers'
}

/** Nobody's address, which every chain of the kind has. */
const NOBODY = `0x${'0'.repeat(40)}`

/**
 * Tries a key of a customer's own with one harmless question: what nobody's address holds, or the last block or slot.
 *
 * @param chain - slug of the chain that it is meant for; Ethereum without one.
 * @throws OwnKeyRefused, KeyOpensOthers, ProviderFailed, and what `ask` throws
 */
export async function checkOwnKey(
  explorer: ExplorerName,
  chain: string | undefined,
  asking: { readonly ask: (provider: ProviderName) => Ask; readonly now: Visit<unknown>['now'] },
): Promise<void> {
  const access = { chain: chain ?? 'ethereum', address: NOBODY, isExtendedKey: false }
  const visit: Visit<AddressAccess> = { ...asking, access, isOpen: () => true, isOwn: () => true }
  if (explorer === 'subscan') return void (await lastBlock(visit, 'hub'))
  if (explorer === 'helius') return void (await lastSlot(visit))
  const [provider] = EXPLORERS[explorer].providers
  const known = evmChains.filter(({ providers }) => providers.includes(provider))
  const [evm] = [...known.filter(({ slug }) => slug === access.chain), ...known]
  if (evm === undefined) throw new ProviderFailed('It knows no chain.')
  try {
    const { json } = await new ExplorerApi(visit, evm, provider).balance()
    const isAnswer = isObject(json) && /^\d+$/.test(textIn(json, 'result'))
    if (!isAnswer) throw new ProviderFailed('It does not say what an address holds.')
  } catch (error) {
    if (error instanceof ChainNotOpened) throw new KeyOpensOthers(error.message)
    throw error
  }
}
