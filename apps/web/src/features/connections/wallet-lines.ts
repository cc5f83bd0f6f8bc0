import type { AddressLine } from '@lotbook/contract'

/** An address of the form for several wallets, as the server knows it. */
export interface ListedAddress extends AddressLine {
  readonly address: string
}

/** Chains chosen for each address (R3.26). */
export type ChosenChains = Readonly<Record<string, readonly string[]>>

/** The addresses of a text, one per line; one that stands there twice is dropped (R5.21). */
export function linesOf(text: string): readonly string[] {
  const seen = new Map<string, string>()
  for (const line of text.split('\n').map((one) => one.trim()))
    if (line !== '' && !seen.has(nameOf(line))) seen.set(nameOf(line), line)
  return [...seen.values()]
}

/** The lines that are not listed yet (R5.22): the others were looked up, and keep their chains. */
export function newLines(lines: readonly string[], listed: readonly ListedAddress[]): readonly string[] {
  const known = new Set(listed.map(({ address }) => nameOf(address)))
  return lines.filter((line) => !known.has(nameOf(line)))
}

// Capitals of an EVM address are a checksum and tell no two apart.
const nameOf = (line: string) => (/^0x/i.test(line) ? line.toLowerCase() : line)

/** Names of the lines that are no address; a secret is named by its number, and repeated nowhere (R5.20). */
export function invalidLines(lines: readonly string[], found: readonly ListedAddress[]): readonly string[] {
  return found
    .filter(({ outcome }) => outcome !== 'address')
    .map(({ address, outcome }) =>
      outcome === 'secret' ? `line ${(lines.indexOf(address) + 1).toString()}` : address,
    )
}

/** Chains of an address that can still be imported. */
export function openChains({ chains }: ListedAddress): readonly string[] {
  return chains.filter(({ is_imported }) => !is_imported).map(({ slug }) => slug)
}

/** Whether an address has the box for all of its chains (R4.15, R4.16). */
export function hasAllBox(listed: ListedAddress): boolean {
  return listed.chains.length > 1 && openChains(listed).length > 0
}

/** The choice to begin with: of an address that one chain alone has, that chain. */
export function firstChoice(listed: readonly ListedAddress[]): ChosenChains {
  return Object.fromEntries(
    listed.map((one) => [one.address, one.chains.length === 1 ? openChains(one) : []]),
  )
}

/** The addresses with the chains that were chosen for them, as the call takes them. */
export function chosenWallets(
  chosen: ChosenChains,
): readonly { readonly address: string; readonly chains: string[] }[] {
  return Object.entries(chosen)
    .filter(([, chains]) => chains.length > 0)
    .map(([address, chains]) => ({ address, chains: [...chains] }))
}

/** Both ends of an address. */
export function shortAddress(address: string): string {
  return address.length <= 20 ? address : `${address.slice(0, 8)}…${address.slice(-6)}`
}
