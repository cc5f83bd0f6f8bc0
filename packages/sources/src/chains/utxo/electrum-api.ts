import type { ProviderAnswer } from '../../connecting/ask.ts'
import { ProviderFailed } from '../../connecting/connector.ts'
import { exactJsonOf, isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { shown } from '../../reading/shown.ts'
import { askChain } from '../chain-answer.ts'
import type { AddressApi, AddressAsked, ListPage, ListPlace, Parts } from './address-api.ts'
import type { AddressStyle } from './address-series.ts'
import { unitsOfCoins } from './coin-units.ts'
import { addressOfScript, scriptHashOf, scriptOf } from './output-scripts.ts'
import type { Output, OutputTransaction } from './output-transaction.ts'

/** Transactions of one page. Each is a request of its own, so a walk that breaks off asks for so many again. */
const PAGE = 10
/** Transactions of one part, which those of a page spend outputs of. */
const SPENT = 20

/**
 * A server of the Electrum protocol: ElectrumX, Fulcrum, electrs. The history of an address comes in one piece, as hashes; its transactions
 * are asked for one by one, in full. They name the outputs that they spend by hash alone. So of a transaction that spends an output of the
 * address, the transactions of all its inputs are asked for as well; of one that only pays to it, nobody needs them.
 * https://electrumx.readthedocs.io/en/latest/protocol-methods.html
 */
export const electrumApi = (style: AddressStyle): AddressApi => ({
  suffix: ':electrum',

  async facts(asked) {
    const { text, entries } = await historyOf(asked, style, 'anew')
    if (entries.length === 0) return { text, transactions: 0 }
    const balance = await call(asked, 'blockchain.scripthash.get_balance', [hashOfAddress(asked, style)])
    if (heldIn(balance.result) === undefined)
      throw new ProviderFailed('Its server answered without a balance.')
    return { text: balance.text, transactions: entries.length }
  },

  list: (asked, at) => list(asked, at, style),

  async rest(asked, part) {
    const [hash = '', from = '0'] = part.split('+')
    const { hashes } = await historyOf(asked, style)
    const { result } = await transaction(asked, hash)
    const all = spentBeside(result, hashes)
    const end = Number(from) + SPENT
    const answers: string[] = []
    for (const spent of all.slice(Number(from), end)) answers.push((await transaction(asked, spent)).text)
    return { text: `[${answers.join(',')}]`, rest: end < all.length ? [`${hash}+${end}`] : [] }
  },

  transactions(json, page, parts) {
    if (!Array.isArray(json)) return undefined
    const rows = objectsOf(json)
    const isWhole = rows.length === json.length && rows.every((row) => txidOf(resultOf(row['answer'])) !== '')
    return isWhole ? rows.map((row) => transactionOf(row, page, parts, style)) : undefined
  },

  partsIn: (json) =>
    objectsOf(json)
      .map((one) => resultOf(isObject(one['answer']) ? one['answer'] : one))
      .map((result) => [txidOf(result), result]),

  held(facts) {
    const result = isObject(facts) ? facts['result'] : undefined
    return Array.isArray(result) ? 0n : heldIn(result)
  },

  rows: (json) => objectsOf(json).map((row) => resultOf(row['answer'])),
  hashOf: txidOf,

  named(address) {
    const script = scriptOf(address, style)
    return script === undefined ? undefined : addressOfScript(Buffer.from(script).toString('hex'), style)
  },
})

/** A transaction of an address that is in a block. */
interface HistoryEntry {
  readonly hash: string
  readonly height: string
}

interface History {
  readonly text: string
  /** Newest first. */
  readonly entries: readonly HistoryEntry[]
  readonly hashes: ReadonlySet<string>
}

/** The history that a visit asked for last: each page and part needs it. */
const histories = new WeakMap<AddressAsked['visit'], History & { readonly address: string }>()

/** The transactions of an address. @throws ProviderFailed */
async function historyOf(asked: AddressAsked, style: AddressStyle, how?: 'anew'): Promise<History> {
  const { visit, address } = asked
  const known = histories.get(visit)
  if (how !== 'anew' && known?.address === address) return known
  const scriptHash = hashOfAddress(asked, style)
  const { text, result } = await call(asked, 'blockchain.scripthash.get_history', [scriptHash])
  const rows = objectsOf(result)
  const isHistory = rows.every(
    (row) => textIn(row, 'tx_hash') !== '' && /^-?\d+$/.test(textIn(row, 'height')),
  )
  if (!Array.isArray(result) || rows.length !== result.length || !isHistory)
    throw new ProviderFailed('Its server answered without a history.')
  // What waits for a block has the height 0, or -1.
  const confirmed = rows
    .map((row) => ({ hash: textIn(row, 'tx_hash'), height: textIn(row, 'height') }))
    .filter(({ height }) => /^[1-9]/.test(height))
  const entries = confirmed.toReversed().toSorted((a, b) => Number(b.height) - Number(a.height))
  const history = { text, entries, hashes: new Set(entries.map(({ hash }) => hash)), address }
  histories.set(visit, history)
  return history
}

async function list(asked: AddressAsked, at: ListPlace, style: AddressStyle): Promise<ListPage> {
  const { entries, hashes } = await historyOf(asked, style)
  const begin = placeBehind(entries, at.last)
  const page = entries.slice(begin, begin + PAGE)
  const rows: string[] = []
  const rest: string[] = []
  let oldest = Infinity
  for (const { hash, height } of page) {
    const { text, result } = await transaction(asked, hash)
    rows.push(`{"tx_hash":${JSON.stringify(hash)},"height":${height},"answer":${text}}`)
    oldest = Math.min(oldest, Number(timeOf(result)) * 1000)
    // All that the address spends, its history paid to it.
    const isSpender = spentBy(result).some((spent) => hashes.has(spent))
    if (isSpender && spentBeside(result, hashes).length > 0) rest.push(`${hash}+0`)
  }
  const last = page.at(-1)
  const left = entries.length - begin - page.length
  const isLast = last === undefined || left <= 0
  return {
    text: `[${rows.join(',')}]`,
    entries: page.length,
    oldest,
    next: isLast ? undefined : { last: `${last.height}:${last.hash}`, left },
    rest,
  }
}

/** Where a history goes on behind a transaction; behind its block where the chain no longer has it. */
function placeBehind(entries: readonly HistoryEntry[], last: string): number {
  if (last === '') return 0
  const [height = '', hash = ''] = last.split(':')
  const found = entries.findIndex((entry) => entry.hash === hash)
  if (found !== -1) return found + 1
  const below = entries.findIndex((entry) => Number(entry.height) <= Number(height))
  return below === -1 ? entries.length : below
}

/** Hashes of the transactions that one spends outputs of. */
function spentBy(result: JsonObject): string[] {
  const hashes = objectsOf(result['vin']).map((input) => textIn(input, 'txid'))
  return [...new Set(hashes)].filter((hash) => hash !== '')
}

/** Hashes of the transactions that one spends outputs of, beside those of the history, which come anyhow. */
function spentBeside(result: JsonObject, known: ReadonlySet<string>): string[] {
  return spentBy(result).filter((hash) => !known.has(hash))
}

/** A transaction in full. @throws ProviderFailed */
async function transaction(asked: AddressAsked, hash: string) {
  const { text, result } = await call(asked, 'blockchain.transaction.get', [hash, true])
  if (!isObject(result) || txidOf(result) !== hash) throw new ProviderFailed(NOT_IN_FULL)
  return { text, result }
}

const NOT_IN_FULL =
  'Its Electrum server does not state transactions in full (verbose), as ElectrumX and Fulcrum do. Another server is needed.'
const TOO_LONG =
  'Its Electrum server refuses the history of an address with so many transactions. Its operator can raise the limit (MAX_SEND of ElectrumX, max_history of Fulcrum).'

/** Asks a server to do something. @throws ProviderFailed where it refuses */
async function call(
  { visit, provider }: AddressAsked,
  method: string,
  params: readonly unknown[],
): Promise<{ readonly text: string; readonly result: unknown }> {
  const { text, json } = await askChain(visit, provider, {
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method, params }),
    isRead: true,
    isBusy,
  })
  if (!isObject(json)) throw new ProviderFailed('Its server answered with something that is no answer.')
  const { error, result } = json
  if (error != null) throw new ProviderFailed(refusalOf(error))
  return { text, result }
}

/** Codes of ElectrumX for who asks too much, and for a server that is busy. */
const BUSY = new Set(['-101', '-102'])

function isBusy({ text }: ProviderAnswer): boolean {
  // Most answers are long and no error.
  if (!text.slice(0, 200).includes('"error"')) return false
  const json = exactJsonOf(text)
  const error = isObject(json) ? json['error'] : undefined
  return isObject(error) && BUSY.has(textIn(error, 'code'))
}

/** A refusal as a sentence: an object with a message, or its text alone, as electrs has it. */
function refusalOf(error: unknown): string {
  const said = isObject(error) ? textIn(error, 'message') : error
  const message = typeof said === 'string' ? said : JSON.stringify(said)
  if (/verbose/i.test(message)) return NOT_IN_FULL
  if (/history (?:is )?too (?:large|long)|too many history|response too large/i.test(message)) return TOO_LONG
  return `Its Electrum server refused: ${shown(message)}`
}

/** @throws ProviderFailed for an address that no script pays to */
function hashOfAddress({ address }: AddressAsked, style: AddressStyle): string {
  const script = scriptOf(address, style)
  if (script === undefined)
    throw new ProviderFailed('Electrum servers cannot be asked about an address of this kind.')
  return scriptHashOf(script)
}

const resultOf = (answer: unknown): JsonObject => {
  const result = isObject(answer) ? answer['result'] : undefined
  return isObject(result) ? result : {}
}

const txidOf = (result: JsonObject): string => textIn(result, 'txid')
const timeOf = (result: JsonObject): string => textIn(result, 'blocktime')

function heldIn(result: unknown): bigint | undefined {
  const confirmed = isObject(result) ? textIn(result, 'confirmed') : ''
  return /^\d{1,25}$/.test(confirmed) ? BigInt(confirmed) : undefined
}

function transactionOf(row: JsonObject, page: string, parts: Parts, style: AddressStyle): OutputTransaction {
  const result = resultOf(row['answer'])
  const outputs = objectsOf(result['vout']).map((output) => outputOf(output, style))
  const spent = objectsOf(result['vin'])
  const isCoinbase = spent.some((input) => textIn(input, 'coinbase') !== '')
  const inputs = isCoinbase ? [] : spent.map((input) => spentOutput(input, parts, style))
  const known = inputs.filter((input) => input !== undefined)
  return {
    hash: txidOf(result),
    page,
    time: timeOf(result),
    height: textIn(row, 'height'),
    // Nobody reads the fee of a transaction that only pays to the address; of another one a missing fee is an error.
    fee: isCoinbase ? '0' : known.length === inputs.length ? feeOf(known, outputs) : '',
    isCoinbase,
    inputs: known,
    outputs,
  }
}

/** The output that an input spends; undefined where its transaction was not asked for. */
function spentOutput(input: JsonObject, parts: Parts, style: AddressStyle): Output | undefined {
  const [before] = parts.get(textIn(input, 'txid')) ?? []
  const outputs = objectsOf(before?.['vout'])
  const at = textIn(input, 'vout')
  const found = outputs.find((output, n) => (textIn(output, 'n') || String(n)) === at)
  return found === undefined ? undefined : outputOf(found, style)
}

function outputOf(output: JsonObject, style: AddressStyle): Output {
  const { scriptPubKey: script } = output
  const address = isObject(script) ? addressOfScript(textIn(script, 'hex'), style) : undefined
  // Dash and Zcash state the units beside the coins.
  const units = textIn(output, 'valueSat') || textIn(output, 'valueZat')
  return {
    addresses: address === undefined ? [] : [address],
    units: units === '' ? unitsOfCoins(textIn(output, 'value')) : units,
  }
}

/** Inputs less outputs; nothing where more came out than is seen going in, and no amount where one of them is none. */
function feeOf(inputs: readonly Output[], outputs: readonly Output[]): string {
  if (![...inputs, ...outputs].every(({ units }) => /^\d{1,25}$/.test(units))) return ''
  const total = (all: readonly Output[]) => all.reduce((sum, { units }) => sum + BigInt(units), 0n)
  const fee = total(inputs) - total(outputs)
  return fee > 0n ? String(fee) : '0'
}
