import type { AddressFound } from '@lotbook/contract'
import { chainNamed, detectAddress, explorerPage, isOffered, type Source } from '@lotbook/sources'

export interface ChainOfAddress {
  readonly source: Source
  readonly explorerUrl: string | null
}

export interface AddressIn extends Omit<AddressFound, 'chains'> {
  readonly chains: readonly ChainOfAddress[]
}

/** The chains that a text is an address of, those whose explorer files can be read as well as those whose cannot. */
export function addressIn(text: string): AddressIn {
  const found = detectAddress(text)
  if (found.outcome !== 'address')
    return { outcome: found.outcome, message: found.message, is_extended_key: false, chains: [] }

  // Nearly any short word is a name on EOS: no reason to think that it was meant.
  const fits = found.fits.filter(({ strength }) => strength !== 'offer')
  const isExtendedKey = fits.some((fit) => fit.isExtendedKey)
  const sources = new Set(
    fits.flatMap(({ chains }) => chains.map(chainNamed)).filter((source) => source !== undefined),
  )
  const chains = [...sources].filter(isOffered).map((source) => ({
    source,
    // An explorer shows an address; the key that they all come from is no address.
    explorerUrl: isExtendedKey ? null : explorerPage(source.slug, text.trim()),
  }))
  if (chains.length === 0)
    return {
      outcome: 'unknown',
      message: 'No chain of the list has addresses like this one.',
      is_extended_key: false,
      chains,
    }
  const message = fits.find(({ note }) => note !== undefined)?.note ?? null
  return { outcome: 'address', message, is_extended_key: isExtendedKey, chains }
}

/** Whether a text is a public address or a secret: neither is kept among the searched terms. */
export function isAddressOrSecret(text: string): boolean {
  const found = detectAddress(text)
  if (found.outcome === 'address') return found.fits.some(({ strength }) => strength !== 'offer')
  return found.outcome === 'secret'
}
