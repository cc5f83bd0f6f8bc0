import { type AddressConnector, whyWithoutSource } from '@lotbook/sources'
import type { Outbound } from '../../platform/outbound.ts'

/** The reason why a chain cannot be asked about here: its providers take a key or an address of the operator's, and there is none. */
export function whyClosed(
  outbound: Pick<Outbound, 'isOpen'>,
  name: string,
  { slug, needs = [] }: Pick<AddressConnector, 'slug' | 'needs'>,
): string | undefined {
  if (needs.length === 0 || needs.some((provider) => outbound.isOpen(provider))) return undefined
  return (
    whyWithoutSource(slug) ??
    `${name} can be asked with a key only, which the operator of this server has not set.`
  )
}
