import { EXPLORER_CHAINS, explorerChains } from '../../catalogue/explorer-chains.ts'
import type { AskCandidate } from '../reader/file-reading.ts'
import type { Sheet } from '../reader/sheet.ts'
import { cleanCell } from '../reader/table.ts'

/**
 * The chain of an explorer export, which no column tells: what the person said; else the one chain with the coin of
 * the header; else the one that the name of the file or a line above the header names; else the one that all known
 * contracts are of. Evidence that does not agree is none: then the chains that are left to choose from.
 */
export function chainOf(
  sheet: Sheet,
  coin: string | undefined,
  told: string | undefined,
): string | { readonly candidates: readonly AskCandidate[] } {
  if (told !== undefined && EXPLORER_CHAINS.includes(told)) return told
  const ofCoin = explorerChains.filter(
    ({ coins }) => coin === undefined || coins.includes(coin.toUpperCase()),
  )
  const possible = ofCoin.length > 0 ? ofCoin : explorerChains
  const [only] = possible
  if (only !== undefined && possible.length === 1) return only.slug

  const evidence = [namedBy(sheet), ofContracts(sheet)].filter(({ size }) => size > 0)
  const [first] = evidence
  const agreed = [...(first ?? [])].filter((slug) => evidence.every((slugs) => slugs.has(slug)))
  const [chain] = agreed
  if (chain !== undefined && agreed.length === 1 && possible.some(({ slug }) => slug === chain)) return chain
  return { candidates: possible.map(({ slug, name }) => ({ value: slug, label: name })) }
}

function namedBy(sheet: Sheet): ReadonlySet<string> {
  const text = [sheet.fileName, ...sheet.preamble.flatMap(({ cells }) => cells)].join(' ').toLowerCase()
  const words = new Set(text.split(/[^a-z]+/))
  const named = explorerChains.filter((chain) => chain.words.some((word) => words.has(word)))
  // `optimistic.etherscan.io`: the explorer of one chain under the name of another's.
  if (words.has('nova') || words.has('zkevm')) return new Set() // parts of Arbitrum's and Polygon's: ask
  const hosts = new Set(named.map(({ explorerOf }) => explorerOf))
  return new Set(named.map(({ slug }) => slug).filter((slug) => !hosts.has(slug)))
}

function ofContracts(sheet: Sheet): ReadonlySet<string> {
  const column = sheet.columnOf('ContractAddress')
  if (column === undefined) return new Set()
  const slugs = sheet.rows.flatMap(
    ({ cells }) => CHAIN_OF_CONTRACT.get(cleanCell(cells[column] ?? '').toLowerCase()) ?? [],
  )
  return new Set(slugs)
}

const CHAIN_OF_CONTRACT: ReadonlyMap<string, string> = new Map(
  explorerChains.flatMap(({ slug, contracts }) => contracts.map((contract) => [contract, slug] as const)),
)
