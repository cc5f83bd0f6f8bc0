import { coinOf } from '@lotbook/journal'
import type { StoredPage } from '../../connecting/connector.ts'
import { exactJsonOf, isObject, textIn } from '../../exchanges/json-answer.ts'
import type { StatedBalance } from '../../reading/outcome.ts'
import type { SourceTransaction } from '../../reading/record.ts'
import { quantityOf, statedTokens, statedUnits } from '../moved-legs.ts'
import type { EvmChain } from './evm-chains.ts'
import { rowsOf } from './explorer-api.ts'

/** Decimals of a chain's own coin. */
const WEI = 18

/** What an address holds of the coin, and of the tokens that it moved. */
export function heldOnEvm(
  latest: readonly StoredPage[],
  chain: EvmChain,
  transactions: readonly SourceTransaction[],
): StatedBalance[] {
  return [...balanceOf(latest, chain), ...tokensOf(latest, chain, transactions)]
}

function balanceOf(latest: readonly StoredPage[], { ticker }: EvmChain): StatedBalance[] {
  const page = latest.find(({ stream }) => stream === 'balance')
  const json = page === undefined ? undefined : exactJsonOf(page.text)
  const wei = isObject(json) ? textIn(json, 'result') : ''
  if (page === undefined) return []
  return statedUnits(coinOf(ticker), wei, WEI, page.fetchedAt)
}

/** What an explorer says that the address holds of tokens. */
function tokensOf(
  latest: readonly StoredPage[],
  { slug }: EvmChain,
  transactions: readonly SourceTransaction[],
): StatedBalance[] {
  const page = latest.find(({ stream }) => stream === 'tokens')
  const rows = page === undefined ? [] : rowsOf(exactJsonOf(page.text))
  if (page === undefined || typeof rows === 'string') return []
  const held = rows
    .filter((row) => textIn(row, 'type') === 'ERC-20')
    .map((row) => ({
      chain: slug,
      contract: textIn(row, 'contractAddress'),
      quantity: quantityOf(textIn(row, 'balance'), textIn(row, 'decimals')),
    }))
  return statedTokens(transactions, held, page.fetchedAt)
}
