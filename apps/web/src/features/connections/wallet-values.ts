import type { Source, WalletImportInput } from '@lotbook/contract'
import type { ComboboxOption } from '../../ui/Combobox.tsx'
import { ANY_ADDRESS } from './any-address.ts'

/** The fields of the form for one wallet (R3.24). */
export interface WalletValues {
  /** Slug of the chain. */
  readonly blockchain: string
  readonly address: string
  readonly walletName: string
}

/** Coins whose addresses are extended public keys where they are longer than an address can be. */
const KEYS_BY_LENGTH: ReadonlySet<string> = new Set(['btc', 'bch', 'ltc', 'dash'])
const LONGEST_ADDRESS = 100

/** The values of a form as the call takes them (R3.25). */
export function walletPayload(
  { slug, kind, chains }: Pick<Source, 'slug' | 'kind' | 'chains'>,
  { blockchain, address, walletName }: WalletValues,
): Pick<WalletImportInput, 'coin' | 'address' | 'wallet' | 'xpub' | 'xpub_key' | 'custom_wallet_name'> {
  const text = address.trim()
  const coin = chains.find((chain) => chain.slug === blockchain)?.default_coin ?? ''
  const xpub = text.length > LONGEST_ADDRESS && KEYS_BY_LENGTH.has(coin)
  return {
    coin: blockchain,
    address: xpub ? '' : text,
    wallet: kind === 'wallet' ? slug : '',
    xpub,
    xpub_key: xpub ? text : '',
    custom_wallet_name: walletName.trim(),
  }
}

/** The chain that a form begins with: that of the page, or the wallet's own where it can be fetched; else none. */
export function firstChain({
  slug,
  kind,
  chains,
  default_coin,
}: Pick<Source, 'slug' | 'kind' | 'chains' | 'default_coin'>): string {
  const [first] = chains
  // The generic wallet has no chain of its own: a person has to choose one (R5.18).
  if (first === undefined || slug === ANY_ADDRESS) return ''
  return kind === 'blockchain' || first.default_coin === default_coin ? first.slug : ''
}

/** Chains whose name, slug or coin begins a word with what was typed. */
export function chainOptions(chains: Source['chains'], typed: string): readonly ComboboxOption[] {
  const wanted = typed.toLowerCase()
  return chains
    .filter(({ slug, name, default_coin }) =>
      [slug, default_coin ?? '', ...name.toLowerCase().split(' ')].some((word) => word.startsWith(wanted)),
    )
    .map(({ slug, name, default_coin }) => ({
      value: slug,
      label: name,
      ...(default_coin === null ? {} : { detail: default_coin.toUpperCase() }),
    }))
}
