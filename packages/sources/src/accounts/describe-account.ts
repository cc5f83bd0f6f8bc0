import { allSources, CUSTOM_CSV, sourceBySlug, WALLET_ADDRESS } from '../catalogue/catalogue.ts'
import type { AccountHint } from '../files/reader/file-reading.ts'

/** An account by what tells two apart, the same on any machine. */
export interface AccountDescription {
  /** The source's slug, `chain:address` of an address, `custom-csv:name` of a wallet that no source is. */
  readonly key: string
  readonly slug: string
  readonly name: string
  readonly chain?: string
  readonly address?: string
}

/** The account of a file: the address on a chain that it is the history of, else the source that wrote it. */
export function accountOfFile(file: {
  readonly sourceSlug: string
  readonly exchange: string
  readonly account?: AccountHint
}): AccountDescription {
  const { address, chain } = file.account ?? {}
  if (address !== undefined && chain !== undefined) {
    const slug = sourceBySlug(chain)?.slug ?? WALLET_ADDRESS
    return { key: `${chain}:${address.toLowerCase()}`, slug, name: `${chain}: ${address}`, chain, address }
  }
  const source = sourceBySlug(file.sourceSlug)
  return { key: file.sourceSlug, slug: source?.slug ?? CUSTOM_CSV, name: source?.name ?? file.exchange }
}

/** The account that a row names: a source of the catalogue by its name, else a wallet of the person's own. */
export function accountOfName(name: string): AccountDescription {
  const wanted = plain(name)
  const source = sourcesByName().get(wanted)
  if (source !== undefined) return { key: source.slug, slug: source.slug, name: source.name }
  return { key: `${CUSTOM_CSV}:${wanted}`, slug: CUSTOM_CSV, name: name.trim() }
}

/** The chain that an account is on, by its slug: of an address, or of a wallet that goes by the name of a chain; null of any other. */
export function chainOfAccount(key: string): string | null {
  const [slug = '', name = ''] = key.split(':')
  if (slug !== CUSTOM_CSV) return sourceBySlug(slug)?.kind === 'blockchain' ? slug : null
  const named = name.replace(/(?:one|mainnet|network|chain|wallet|l[12])+$/, '')
  const source = sourcesByName().get(named)
  return source !== undefined && sourceBySlug(source.slug)?.kind === 'blockchain' ? source.slug : null
}

let byName: ReadonlyMap<string, { readonly slug: string; readonly name: string }> | undefined

function sourcesByName() {
  byName ??= new Map(
    allSources()
      .toReversed()
      .flatMap(({ slug, name }) => [
        [plain(slug), { slug, name }] as const,
        [plain(name), { slug, name }] as const,
      ]),
  )
  return byName
}

/** Names compare without case, space and punctuation. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
