import { ProviderFailed } from '../../connecting/connector.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { askChain, askChainMaybe } from '../chain-answer.ts'
import type { AddressApi, AddressAsked, ListPage, ListPlace } from './address-api.ts'
import { exactUnits } from './coin-units.ts'
import type { Output, OutputTransaction } from './output-transaction.ts'

/** Transactions of one answer. */
const PAGE = 10

/**
 * Dogechain.com. Its list of an address has hashes, ten to a page, and each transaction is asked for by its own. A new transaction moves the
 * others on, so that one may come twice and none is missing. A transaction that is not in a block yet is no history.
 * https://github.com/BlockIo/dogechain-cli/blob/main/src/schema.rs
 */
export const dogechainApi: AddressApi = {
  suffix: ':dogechain',

  async facts(asked) {
    const path = `/api/v3/address/${asked.address}`
    const answer = await askChainMaybe(asked.visit, asked.provider, { path })
    if (answer === undefined) return { text: await unknownTo(asked), transactions: 0 }
    return { text: answer.text, transactions: countIn(answer.json) }
  },

  list,

  transactions(json, page) {
    if (!Array.isArray(json)) return undefined
    const rows = objectsOf(json).map(transactionIn)
    const isWhole = rows.length === json.length && rows.every((row) => textIn(row, 'hash') !== '')
    return isWhole ? rows.flatMap((row) => transactionOf(row, page)) : undefined
  },

  held(facts) {
    const { summary } = dataIn(facts)
    const balance = isObject(summary) ? exactUnits(textIn(summary, 'confirmed_balance')) : ''
    return /^\d{1,25}$/.test(balance) ? BigInt(balance) : undefined
  },

  rows: (json) => objectsOf(json).map(transactionIn),
  hashOf: (row) => textIn(row, 'hash'),
}

/**
 * The answer by which the server says that it knows nothing of an address: one that was never used and a path that is no more are both not
 * found, so it is asked another way. @throws ProviderFailed
 */
async function unknownTo({ visit, provider, address }: AddressAsked): Promise<string> {
  const { text, json } = await askChain(visit, provider, { path: `/api/v3/find?q=${address}` })
  const kind = textIn(dataIn(json), 'kind')
  if (kind !== 'none' && kind !== 'address')
    throw new ProviderFailed('Its server does not say whether it knows the address.')
  return text
}

async function list(asked: AddressAsked, at: ListPlace): Promise<ListPage> {
  const [page = '1', before = '0'] = at.last === '' ? [] : at.last.split(':')
  const path = `/api/v3/address/${asked.address}?page=${page}`
  const answer = await askChainMaybe(asked.visit, asked.provider, { path })
  // Behind the last page there may be none.
  if (answer === undefined && Number(before) >= at.left)
    return { text: '[]', entries: 0, oldest: Infinity, next: undefined }
  const listed = dataIn(answer?.json)['transactions']
  if (!Array.isArray(listed)) throw new ProviderFailed('Its server answered without transactions.')
  const rows = objectsOf(listed)
  const answers: string[] = []
  let oldest = Infinity
  for (const row of rows.filter(({ block }) => block !== null)) {
    const hash = textIn(row, 'hash')
    const { text, json } = await askChain(asked.visit, asked.provider, { path: `/api/v3/tx/${hash}` })
    const transaction = transactionIn(json)
    if (textIn(transaction, 'hash') !== hash)
      throw new ProviderFailed('Its server does not know a transaction that it listed.')
    answers.push(text)
    oldest = Math.min(oldest, Number(textIn(transaction, 'time')) * 1000)
  }
  const seen = Number(before) + rows.length
  const left = countIn(answer?.json)
  const isLast = rows.length === 0 || (rows.length < PAGE && seen >= left)
  return {
    text: `[${answers.join(',')}]`,
    entries: answers.length,
    oldest,
    next: isLast ? undefined : { last: `${Number(page) + 1}:${seen}`, left },
  }
}

/** How many transactions an address has. @throws ProviderFailed */
function countIn(json: unknown): number {
  const { summary } = dataIn(json)
  const count = isObject(summary) ? textIn(summary, 'txs_total') : ''
  if (!/^\d{1,12}$/.test(count)) throw new ProviderFailed('Its server answered without an address.')
  return Number(count)
}

const dataIn = (json: unknown): JsonObject => {
  const data = isObject(json) ? json['data'] : undefined
  return isObject(data) ? data : {}
}

const transactionIn = (json: unknown): JsonObject => {
  const { transaction } = dataIn(json)
  return isObject(transaction) ? transaction : {}
}

/** A transaction in a block; none where it is in no block yet. */
function transactionOf(row: JsonObject, page: string): OutputTransaction[] {
  const height = textIn(row, 'block_height')
  if (!/^[1-9]\d*$/.test(height)) return []
  const inputs = objectsOf(row['inputs'])
  const outputs = objectsOf(row['outputs'])
  const isWhole =
    inputs.length >= Number(textIn(row, 'inputs_n')) && outputs.length >= Number(textIn(row, 'outputs_n'))
  // What came in from nobody is made.
  const isCoinbase = inputs.every((input) => textIn(input, 'value') === '')
  return [
    {
      hash: textIn(row, 'hash'),
      page,
      time: isWhole ? textIn(row, 'time') : '',
      height,
      fee: isCoinbase ? '0' : exactUnits(textIn(row, 'fee')),
      isCoinbase,
      inputs: isCoinbase ? [] : inputs.map(sideOf),
      outputs: outputs.map(sideOf),
    },
  ]
}

function sideOf(side: JsonObject): Output {
  const address = textIn(side, 'address')
  return { addresses: address === '' ? [] : [address], units: exactUnits(textIn(side, 'value')) }
}
