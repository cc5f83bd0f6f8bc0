import { type AddressAccess, ProviderFailed, type Visit } from '../../connecting/connector.ts'
import type { ProviderName } from '../../connecting/providers.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { askChain } from '../chain-answer.ts'
import { GAP_LIMIT } from './address-series.ts'
import type { Output, OutputTransaction } from './output-transaction.ts'

/** Transactions of one answer: a server gives up to 1,000, but those with many inputs are long. */
const PAGE = 250

/** The last block that a server knows. @throws ProviderFailed */
export async function lastBlockOf(visit: Visit<AddressAccess>, provider: ProviderName): Promise<number> {
  const { json } = await askChain(visit, provider, { path: '/api/' })
  const server = isObject(json) ? json['blockbook'] : undefined
  const height = isObject(server) ? Number(textIn(server, 'bestHeight')) : 0
  if (!Number.isSafeInteger(height) || height <= 0)
    throw new ProviderFailed('Its server does not say which block is the last one.')
  return height
}

/** Where a walk is: the blocks it reads, both included, and the page that is next. */
export interface BlockPage {
  readonly since: number
  readonly until: number
  readonly page: number
}

/** One page of the transactions of an address, or of an extended key or descriptor, whose addresses the server derives. */
export async function transactionsPage(
  visit: Visit<AddressAccess>,
  provider: ProviderName,
  { of, isKey }: { readonly of: string; readonly isKey: boolean },
  { since, until, page }: BlockPage,
) {
  const query = new URLSearchParams({
    details: 'txs',
    page: String(page),
    pageSize: String(PAGE),
    from: String(since),
    to: String(until),
    ...(isKey && { tokens: 'used', gap: String(GAP_LIMIT) }),
  })
  const path = `/api/v2/${isKey ? 'xpub' : 'address'}/${encodeURIComponent(of)}?${query.toString()}`
  const { text, json } = await askChain(visit, provider, { path })
  if (!isObject(json) || transactionsIn(json, '') === undefined)
    throw new ProviderFailed('Its server answered without transactions.')
  const transactions = objectsOf(json['transactions']).length
  const isUsed = textIn(json, 'txs') !== '0'
  return {
    text,
    // The first page states the balance, whether anything is new or not.
    entries: transactions || (page === 1 && isUsed ? 1 : 0),
    // A page beyond the last one is answered with the last one.
    isLast:
      Number(textIn(json, 'page') || page) !== page ||
      transactions < Number(textIn(json, 'itemsOnPage') || PAGE),
  }
}

/** The confirmed transactions of an answer; undefined where it is none. */
export function transactionsIn(answer: JsonObject, page: string): OutputTransaction[] | undefined {
  const { transactions = [] } = answer
  // An address that was never used has no list.
  if (!Array.isArray(transactions) || (textIn(answer, 'txs') === '' && transactions.length === 0))
    return undefined
  const all = objectsOf(transactions)
  if (all.length !== transactions.length || all.some((one) => textIn(one, 'txid') === '')) return undefined
  return all.flatMap((transaction) => {
    const height = textIn(transaction, 'blockHeight')
    if (!/^[1-9]\d*$/.test(height)) return []
    const inputs = objectsOf(transaction['vin'])
    return {
      hash: textIn(transaction, 'txid'),
      page,
      time: textIn(transaction, 'blockTime'),
      height,
      fee: textIn(transaction, 'fees') || '0',
      isCoinbase: inputs.some((input) => textIn(input, 'coinbase') !== ''),
      inputs: inputs.filter((input) => textIn(input, 'coinbase') === '').map(outputOf),
      outputs: objectsOf(transaction['vout']).map(outputOf),
    }
  })
}

function outputOf(output: JsonObject): Output {
  const { addresses } = output
  const named = Array.isArray(addresses) ? addresses.filter((address) => typeof address === 'string') : []
  return { addresses: named, units: textIn(output, 'value') || '0' }
}

/** Addresses of an extended key that an answer lists. */
export const derivedIn = (answer: JsonObject): string[] =>
  objectsOf(answer['tokens']).map((token) => textIn(token, 'name'))
