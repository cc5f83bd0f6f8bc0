import { ProviderFailed } from '../../connecting/connector.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { askChain } from '../chain-answer.ts'
import type { AddressApi, AddressAsked, ListPage, ListPlace } from './address-api.ts'
import type { Output, OutputTransaction } from './output-transaction.ts'

/** Confirmed transactions of one answer, as the documentation says. */
const PAGE = 25

/**
 * An Esplora server, or one that answers as such: mempool.space, Litecoin Space. A page begins behind the last hash of the one before, so
 * that no new transaction shifts it. A transaction that is not in a block yet is no history.
 * https://github.com/Blockstream/esplora/blob/master/API.md
 */
export const esploraApi: AddressApi = {
  suffix: '',

  async facts({ visit, provider, address }) {
    const { text, json } = await askChain(visit, provider, { path: `/api/address/${address}` })
    const stats = isObject(json) ? json['chain_stats'] : undefined
    const transactions = isObject(stats) ? Number(stats['tx_count']) : Number.NaN
    if (!Number.isSafeInteger(transactions))
      throw new ProviderFailed('Its server answered without an address.')
    return { text, transactions }
  },

  list,
  transactions: (json, page) => transactionsOf(json, page),

  held(facts) {
    const stats = isObject(facts) ? facts['chain_stats'] : undefined
    const [funded, spent] = isObject(stats) ? [stats['funded_txo_sum'], stats['spent_txo_sum']] : []
    return isUnits(funded) && isUnits(spent) ? BigInt(funded) - BigInt(spent) : undefined
  },

  rows: (json) => objectsOf(json),
  hashOf: (row) => textIn(row, 'txid'),
}

async function list({ visit, provider, address }: AddressAsked, at: ListPlace): Promise<ListPage> {
  const path = `/api/address/${address}/txs/chain${at.last === '' ? '' : `/${at.last}`}`
  const { text, json } = await askChain(visit, provider, { path })
  const read = transactionsOf(json, '')
  if (read === undefined) throw new ProviderFailed('Its server answered without transactions.')
  const hashes = read.map(({ hash }) => hash)
  const oldest = read.reduce((least, { time }) => Math.min(least, Number(time) * 1000), Infinity)
  // A hash that ends one page and begins the next is one transaction.
  const left = at.left - hashes.filter((hash) => hash !== at.last).length
  const isLast = hashes.length === 0 || (hashes.length < PAGE && left <= 0)
  return {
    text,
    entries: hashes.length,
    oldest,
    next: isLast ? undefined : { last: hashes.at(-1) ?? '', left },
  }
}

const isUnits = (value: unknown): value is string => typeof value === 'string' && /^\d{1,25}$/.test(value)

/** The confirmed transactions of an answer; undefined where it lists none at all. */
function transactionsOf(json: unknown, page: string): OutputTransaction[] | undefined {
  if (!Array.isArray(json)) return undefined
  const all = objectsOf(json)
  if (all.length !== json.length || all.some(({ txid }) => typeof txid !== 'string')) return undefined
  return all.flatMap((transaction) => {
    const { status, vin, vout } = transaction
    if (!isObject(status) || status['confirmed'] !== true) return []
    const inputs = objectsOf(vin)
    return {
      hash: textIn(transaction, 'txid'),
      page,
      time: textIn(status, 'block_time'),
      height: textIn(status, 'block_height'),
      fee: textIn(transaction, 'fee'),
      isCoinbase: inputs.some((input) => input['is_coinbase'] === true),
      inputs: inputs.flatMap(({ prevout }) => (isObject(prevout) ? outputOf(prevout) : [])),
      outputs: objectsOf(vout).map(outputOf),
    }
  })
}

function outputOf(output: JsonObject): Output {
  const address = textIn(output, 'scriptpubkey_address')
  return { addresses: address === '' ? [] : [address], units: textIn(output, 'value') }
}
