import { ProviderFailed } from '../../connecting/connector.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { askChain } from '../chain-answer.ts'
import type { AddressApi, AddressAsked, ListPage, ListPlace } from './address-api.ts'
import type { Output, OutputTransaction } from './output-transaction.ts'

/** Transactions of one answer, and inputs or outputs of one transaction in it: the most that it gives. */
const PAGE = 50
const SIDES = 100

/**
 * BlockCypher. Its list goes on below a height, so a page begins at the height that the last one ended at, and what stands on both counts
 * once. Of a transaction with many inputs or outputs the rest is asked for by its hash.
 * https://www.blockcypher.com/dev/bitcoin/#address-full-endpoint
 */
export const cypherApi = (chain: 'dash' | 'doge' | 'ltc'): AddressApi => ({
  suffix: ':cypher',

  async facts(asked) {
    const { text, json } = await askChain(asked.visit, asked.provider, {
      path: `/v1/${chain}/main/addrs/${asked.address}/balance`,
    })
    const transactions = isObject(json) ? Number(textIn(json, 'n_tx')) : Number.NaN
    if (!isObject(json) || textIn(json, 'n_tx') === '' || !Number.isSafeInteger(transactions))
      throw new ProviderFailed('Its server answered without an address.')
    return { text, transactions }
  },

  list: (asked, at) => list(chain, asked, at),

  async rest(asked, part) {
    const [hash = '', inputs = '0', outputs = '0'] = part.split('+')
    const path = `/v1/${chain}/main/txs/${hash}?limit=${SIDES}&instart=${inputs}&outstart=${outputs}`
    const { text, json } = await askChain(asked.visit, asked.provider, { path })
    if (!isObject(json) || textIn(json, 'hash') !== hash)
      throw new ProviderFailed('Its server does not know a transaction that it listed.')
    const [more] = missingIn(json, Number(inputs), Number(outputs))
    return { text, rest: more === undefined || more === part ? [] : [more] }
  },

  partsIn: (json) => (isObject(json) && textIn(json, 'hash') !== '' ? [[textIn(json, 'hash'), json]] : []),

  transactions(json, page, parts) {
    const rows = rowsOf(json)
    return rows?.flatMap((row) => transactionOf(row, parts.get(textIn(row, 'hash')) ?? [], page))
  },

  held(facts) {
    const balance = isObject(facts) ? textIn(facts, 'balance') : ''
    return /^\d{1,25}$/.test(balance) ? BigInt(balance) : undefined
  },

  rows: (json) => rowsOf(json) ?? [],
  hashOf: (row) => textIn(row, 'hash'),
})

async function list(chain: string, asked: AddressAsked, at: ListPlace): Promise<ListPage> {
  const before = at.last === '' ? '' : `&before=${at.last}`
  const query = `limit=${PAGE}&txlimit=${SIDES}&confirmations=1${before}`
  const { text, json } = await askChain(asked.visit, asked.provider, {
    path: `/v1/${chain}/main/addrs/${asked.address}/full?${query}`,
  })
  const rows = rowsOf(json)
  if (rows === undefined) throw new ProviderFailed('Its server answered without transactions.')
  const heights = rows.map((row) => Number(textIn(row, 'block_height'))).filter((height) => height > 0)
  const isLast = rows.length === 0 || heights.length === 0 || !isObject(json) || json['hasMore'] !== true
  const lowest = Math.min(...heights)
  if (!isLast && String(lowest + 1) === at.last)
    throw new ProviderFailed('Its server cannot list more transactions of one block than come at once.')
  return {
    text,
    entries: rows.length,
    oldest: Math.min(...rows.map(momentOf), Infinity),
    next: isLast ? undefined : { last: String(lowest + 1), left: at.left },
    rest: rows.flatMap((row) => missingIn(row, 0, 0)),
  }
}

const rowsOf = (json: unknown): readonly JsonObject[] | undefined => {
  if (!isObject(json)) return undefined
  // An address without any has no list.
  const { txs = [] } = json
  return Array.isArray(txs) && textIn(json, 'address') !== '' ? objectsOf(txs) : undefined
}

/** The part of a transaction behind what an answer holds; none where it is whole. */
function missingIn(row: JsonObject, inputsBefore: number, outputsBefore: number): string[] {
  const inputs = inputsBefore + objectsOf(row['inputs']).length
  const outputs = outputsBefore + objectsOf(row['outputs']).length
  const isWhole = inputs >= Number(textIn(row, 'vin_sz')) && outputs >= Number(textIn(row, 'vout_sz'))
  return isWhole ? [] : [`${textIn(row, 'hash')}+${inputs}+${outputs}`]
}

const momentOf = (row: JsonObject): number => {
  const moment = Date.parse(textIn(row, 'confirmed'))
  return Number.isNaN(moment) ? Infinity : moment
}

/** A transaction in a block, with the parts of it that came later; none where it is in no block yet. */
function transactionOf(row: JsonObject, parts: readonly JsonObject[], page: string): OutputTransaction[] {
  const height = textIn(row, 'block_height')
  if (!/^[1-9]\d*$/.test(height)) return []
  const inputs = [row, ...parts].flatMap(({ inputs: some }) => objectsOf(some))
  const outputs = [row, ...parts].flatMap(({ outputs: some }) => objectsOf(some))
  const isWhole =
    inputs.length >= Number(textIn(row, 'vin_sz')) && outputs.length >= Number(textIn(row, 'vout_sz'))
  // What came in from nobody is made.
  const isCoinbase = inputs.some(
    (input) => textIn(input, 'prev_hash') === '' && textIn(input, 'output_value') === '',
  )
  return [
    {
      hash: textIn(row, 'hash'),
      page,
      time: isWhole ? String(Math.floor(momentOf(row) / 1000)) : '',
      height,
      fee: textIn(row, 'fees') || '0',
      isCoinbase,
      inputs: isCoinbase ? [] : inputs.map((input) => sideOf(input, 'output_value')),
      outputs: outputs.map((output) => sideOf(output, 'value')),
    },
  ]
}

function sideOf(side: JsonObject, amount: string): Output {
  const { addresses } = side
  const named = Array.isArray(addresses) ? addresses.filter((address) => typeof address === 'string') : []
  return { addresses: named, units: textIn(side, amount) || '0' }
}
