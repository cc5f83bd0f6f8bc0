import { type AssetId, coinOf, compareText } from '@lotbook/journal'
import { decimal, formatDecimal, parseDecimal } from '@lotbook/money'
import type { AddressAccess, StoredPage } from '../../connecting/connector.ts'
import { exactJsonOf, isObject, type JsonObject, textIn } from '../../exchanges/json-answer.ts'
import { NO_ADDRESS } from '../../catalogue/explorer-chains.ts'
import { JsonRecord } from '../../exchanges/json-record.ts'
import { type Movement, readByHash } from '../../providers/etherscan/by-hash.ts'
import { isStaked } from '../../providers/etherscan/deposit-contract.ts'
import { readTransaction, transactionIdentity } from '../../providers/etherscan/chain-transaction.ts'
import {
  directionOf,
  internalIdentity,
  nftIdentity,
  nftMovement,
  tokenIdentity,
  tokenMovement,
} from '../../providers/etherscan/token-movement.ts'
import { type Amount, isZeroAmount, noAmount } from '../../reading/amount-text.ts'
import { Collector, SeenNames } from '../../reading/collector.ts'
import { sayNotCounted } from '../../reading/cost-not-counted.ts'
import { partOfReport } from '../../reading/settle-event.ts'
import type { Finding, Reading } from '../../reading/outcome.ts'
import type { RecordIdentity } from '../../reading/record.ts'
import { latestFirst, unreadablePage } from '../chain-answer.ts'
import type { EvmChain } from './evm-chains.ts'
import { heldOnEvm } from './evm-holdings.ts'
import { blockOf, hashOf, LISTS, rowsOf } from './explorer-api.ts'
import { addWithdrawals } from './read-withdrawals.ts'
import { isStakeOf } from './validator-stakes.ts'

/** Decimals of a chain's own coin. */
const WEI = 18

/** The reports of an explorer, which its lists are read as, so that a file and the chain's own answers tell the same. */
const REPORTS = ['etherscan-tx', 'etherscan-internal', 'etherscan-erc20', 'etherscan-nft'] as const
type Report = (typeof REPORTS)[number]

/** Stream of the page that states from which block on internal transactions are missing. */
export const UNFINISHED = 'unfinished'

/** A row of a list, and the page it stands on. */
interface ListedRow {
  readonly report: Report
  /** The list of the explorer, which says more than the report: NFTs have two. */
  readonly list: string
  readonly row: JsonObject
  readonly place: string
  /** Its place on the page, from 0. */
  readonly index: number
  /** What tells it from others, whoever lists it. */
  readonly name: string
}

/** Reads the lists of an address as the files of its explorer are read. */
export function readEvmPages(
  pages: readonly StoredPage[],
  access: AddressAccess | null,
  chain: EvmChain,
): Reading {
  return readPart(pages, access, chain, { isOfPart: () => true, isFirst: true, before: 0 }).reading
}

/** Answers of lists that are read as one at most, about 40 thousand rows. */
const LISTS_TOGETHER = 40
const MOST_PARTS = 16

/** The same, some of the hashes at a time: so that the rows of a long history are never all in memory. */
export function* readEvmInParts(
  pages: readonly StoredPage[],
  access: AddressAccess | null,
  chain: EvmChain,
): Generator<Reading> {
  const lists = pages.filter(({ stream }) => (LISTS as readonly string[]).includes(stream)).length
  const parts = Math.min(MOST_PARTS, Math.max(1, Math.ceil(lists / LISTS_TOGETHER)))
  for (let part = 0, before = 0; part < parts; part += 1) {
    const isOfPart = (hash: string) => (Number.parseInt(hash.slice(-2), 16) || 0) % parts === part
    const { reading, rows } = readPart(pages, access, chain, { isOfPart, isFirst: part === 0, before })
    before += rows
    // Findings about pages are stated once, with the first part.
    const { errors, notes } = reading
    const isOfRow = ({ row }: Finding) => row > 0
    yield part === 0 ? reading : { ...reading, errors: errors.filter(isOfRow), notes: notes.filter(isOfRow) }
  }
}

/** An explorer that has not traced all blocks yet does not know all that contracts paid. */
function missingIn(latest: readonly StoredPage[]): Finding[] {
  const page = latest.find(({ stream }) => stream === UNFINISHED)
  const json = page === undefined ? undefined : exactJsonOf(page.text)
  const block = isObject(json) ? textIn(json, 'block') : ''
  if (page === undefined || block === '') return []
  const origin = { kind: 'page', page: page.place, remoteId: null } as const
  const message = `The explorer has not processed all blocks since ${block}, so coins that contracts paid may be missing. Import again later`
  return [{ code: 'history_incomplete', row: 0, origin, message }]
}

interface Part {
  readonly isOfPart: (hash: string) => boolean
  /** Records without a hash are read with the first part. */
  readonly isFirst: boolean
  /** Rows of the parts before it. */
  readonly before: number
}

function readPart(
  pages: readonly StoredPage[],
  access: AddressAccess | null,
  chain: EvmChain,
  { isOfPart, isFirst, before }: Part,
): { readonly reading: Reading; readonly rows: number } {
  const own = access?.address.toLowerCase() ?? ''
  const latest = latestFirst(pages)
  const { rows, refused } = listedRows(latest, isOfPart)
  const feesOfLayerOne = receiptsOf(latest, isOfPart)
  const failed = new Set(
    rows.flatMap(({ report, row }) => (report === 'etherscan-tx' && hasFailed(row) ? [hashOf(row)] : [])),
  )
  const names = new SeenNames()
  const readings = REPORTS.map((report) => {
    const out = new Collector({ exchange: 'EVM wallet', names })
    const records = rows.flatMap((listed, n) =>
      listed.report === report ? [recordOf(listed, before + n + 1, own, feesOfLayerOne)] : [],
    )
    const to = { own, chain, native: coinOf(chain.ticker), failed, out }
    if (report === 'etherscan-tx')
      for (const record of records) out.attempt([record], () => readSent(record, to))
    else readByHash(movementsOf(report, records, to), out)
    return { report, out }
  })
  const paid = new Collector({ exchange: 'EVM wallet', names })
  const firstNumber = before + rows.length + 1
  const withdrawals = isFirst ? addWithdrawals(paid, latest, { own, chain, firstNumber }) : undefined
  const transactions = [
    ...readings.flatMap(({ report, out }) =>
      out.transactions.map((read) => ({ ...read, part: partOfReport(report, read.part) })),
    ),
    ...paid.transactions,
  ]
  const outs = [...readings.map(({ out }) => out), paid]
  const reading: Reading = {
    transactions,
    skipped: outs.flatMap(({ skipped }) => skipped),
    notes: [...missingIn(latest), ...(withdrawals?.unlisted ?? []), ...outs.flatMap(({ notes }) => notes)],
    errors: [...refused, ...(withdrawals?.refused ?? []), ...outs.flatMap(({ errors }) => errors)],
    balances: heldOnEvm(latest, chain, transactions),
    counterparties: outs.flatMap(({ counterparties }) => counterparties),
  }
  return { reading, rows: rows.length + (withdrawals?.rows ?? 0) }
}

/** The row of an answer that a record was made of. */
export function rowIn(rows: ReturnType<typeof rowsOf>, remoteId: string): JsonObject | undefined {
  const [hash, index] = remoteId.split('/')
  const row = typeof rows === 'string' ? undefined : rows[Number(index)]
  return row !== undefined && hashOf(row) === hash ? row : undefined
}

/**
 * Rows of all lists, each once. A block that an answer was cut in is listed again by the next one, and days are listed again by the next
 * walk: of rows that say the same there are as many as any one window lists.
 */
function listedRows(
  latest: readonly StoredPage[],
  isOfPart: Part['isOfPart'],
): { rows: ListedRow[]; refused: Finding[] } {
  const refused: Finding[] = []
  const windows = new Map<string, Map<string, Map<string, ListedRow>>>()
  for (const page of latest) {
    const { stream, place } = page
    if (!(LISTS as readonly string[]).includes(stream)) continue
    const rows = rowsOf(exactJsonOf(page.text))
    if (typeof rows === 'string') {
      refused.push(unreadablePage(place))
      continue
    }
    const window = place.slice(0, place.lastIndexOf('+'))
    const ofWindow = windows.get(window) ?? new Map<string, Map<string, ListedRow>>()
    windows.set(window, ofWindow)
    for (const [index, row] of rows.entries()) {
      if (!isOfPart(hashOf(row))) continue
      const report = reportOf(stream, row)
      const name = nameOf(report, row)
      const alike = ofWindow.get(name) ?? new Map<string, ListedRow>()
      ofWindow.set(name, alike)
      const number = textIn(row, 'traceId') || textIn(row, 'logIndex') || textIn(row, 'index')
      // What the explorer numbers is one row, however often it is listed; of a transaction there is one.
      const key = report === 'etherscan-tx' ? '' : number === '' ? `${place} ${index}` : `number ${number}`
      if (!alike.has(key)) alike.set(key, { report, list: stream, row, place, index, name })
    }
  }
  const most = new Map<string, readonly ListedRow[]>()
  for (const ofWindow of windows.values())
    for (const [name, alike] of ofWindow)
      if (alike.size > (most.get(name)?.length ?? 0)) most.set(name, [...alike.values()])
  return { rows: [...most.values()].flat().toSorted(inOrder), refused }
}

function inOrder(a: ListedRow, b: ListedRow): number {
  return (
    blockOf(a.row) - blockOf(b.row) ||
    compareText(hashOf(a.row), hashOf(b.row)) ||
    compareText(a.name, b.name) ||
    compareText(a.place, b.place) ||
    a.index - b.index
  )
}

/** The report that lists a row. An older explorer lists NFTs among the tokens, with their number. */
function reportOf(stream: string, row: JsonObject): Report {
  if (stream === 'txlist') return 'etherscan-tx'
  if (stream === 'txlistinternal') return 'etherscan-internal'
  return stream === 'tokentx' && textIn(row, 'tokenID') === '' ? 'etherscan-erc20' : 'etherscan-nft'
}

function nameOf(report: Report, row: JsonObject): string {
  const parties = ['from', 'to', 'contractAddress'].map((field) => textIn(row, field))
  // An ERC-721 token has no quantity, or is one.
  const moved =
    report === 'etherscan-nft'
      ? [textIn(row, 'tokenID'), textIn(row, 'tokenValue') || '1']
      : [textIn(row, 'value'), textIn(row, 'isError')]
  const content = report === 'etherscan-tx' ? [] : [...parties, ...moved]
  return [report, hashOf(row), ...content].join('|').toLowerCase()
}

function recordOf(
  { report, list, row, place, index }: ListedRow,
  number: number,
  own: string,
  feesOfLayerOne: ReadonlyMap<string, LayerOneFees>,
): JsonRecord {
  const hash = hashOf(row)
  const origin = { kind: 'page', page: place, remoteId: `${hash}/${index}` } as const
  const added = { list, hash, l1Fee: '', operatorFee: '', ...feesOfLayerOne.get(hash) }
  const identify = (record: JsonRecord) => ({ ...identityOf(report, record, own), family: report })
  return new JsonRecord(row, number, origin, identify, added)
}

/** The name that a row has in the file of its report too. */
function identityOf(report: Report, record: JsonRecord, own: string): RecordIdentity {
  const hash = record.text('hash')
  const parties = { from: record.text('from'), to: record.text('to') }
  const contract = record.text('contractAddress')
  switch (report) {
    case 'etherscan-tx':
      return transactionIdentity(hash)
    case 'etherscan-internal':
      return internalIdentity(hash, parties, ...cameAndWent(plainAmount(record, 'value', WEI), parties, own))
    case 'etherscan-erc20':
      return tokenIdentity(hash, parties, contract, plainAmount(record, 'value', decimalsOf(record)))
    case 'etherscan-nft':
      return nftIdentity(hash, parties, contract, record.text('tokenID'), record.text('tokenValue') || '1')
  }
}

/** The two columns that a file writes the amount of an internal transaction in. */
const cameAndWent = (value: string, { from }: { readonly from: string }, own: string): [string, string] =>
  from.toLowerCase() === own ? ['0', value] : [value, '0']

/** The decimals that the explorer states for a token; undefined where it states none that can be. */
function decimalsOf(record: JsonRecord): number | undefined {
  const text = record.text('tokenDecimal')
  return /^\d{1,2}$/.test(text) ? Number(text) : undefined
}

/** @throws UnreadableValue: taken for zero, missing decimals would make an amount of another size. */
function statedDecimals(record: JsonRecord): number {
  const decimals = decimalsOf(record)
  if (decimals === undefined)
    throw record.problem(
      'not_an_amount',
      'tokenDecimal',
      'The explorer does not state the decimals of this token',
    )
  return decimals
}

/** The amount of a field as it is written; the field itself where it is none. */
function plainAmount(record: JsonRecord, field: string, decimals: number | undefined): string {
  const text = record.text(field)
  return /^\d{1,80}$/.test(text) && decimals !== undefined
    ? formatDecimal(decimal(BigInt(text), decimals))
    : text
}

/** @throws UnreadableValue */
function amountOf(record: JsonRecord, field: string, decimals: number): Amount {
  const value = parseDecimal(plainAmount(record, field, decimals))
  if (value === undefined || !/^\d+$/.test(record.text(field)))
    throw record.problem('not_an_amount', field, `Not an amount: ${record.text(field).slice(0, 40)}`)
  return { value, places: value.scale }
}

interface ReadTo {
  readonly own: string
  readonly chain: EvmChain
  readonly native: AssetId
  /** Transactions that failed and so moved nothing, whatever is listed in them. */
  readonly failed: ReadonlySet<string>
  readonly out: Collector
}

const hasFailed = (row: JsonObject): boolean =>
  textIn(row, 'isError') === '1' || textIn(row, 'txreceipt_status') === '0'

function sequenceOf(record: JsonRecord): string | null {
  const block = record.text('blockNumber')
  return /^\d{1,12}$/.test(block) ? block.padStart(12, '0') : null
}

/** A transaction that an account sent. */
function readSent(record: JsonRecord, to: ReadTo): void {
  const { own, native, out } = to
  const isSender = record.text('from').toLowerCase() === own
  const isReceiver = [record.text('to'), record.text('contractAddress')].some(
    (party) => party.toLowerCase() === own,
  )
  const value = amountOf(record, 'value', WEI)
  if (!isZeroAmount(value)) meetOtherSide(record, to)
  if (isSender) sayOperatorFee(record, out)
  readTransaction(record, out, {
    native,
    hash: record.text('hash'),
    at: record.time('timeStamp'),
    sequence: sequenceOf(record),
    isSender,
    isReceiver,
    isFailed: to.failed.has(record.text('hash')),
    isStake: to.chain.hasValidators && isStaked(record.text('to')) && isStakeOf(record.text('input'), own),
    received: isReceiver ? value : noAmount,
    sent: isReceiver ? noAmount : value,
    paid: isSender ? feeOf(record) : noAmount,
    unitPrices: {},
    comment: record.text('functionName').split('(')[0] ?? '',
  })
}

/**
 * Says that an operator asked a fee beside, of which a receipt states the terms alone: upgrades of a chain reckon them differently.
 * https://specs.optimism.io/protocol/isthmus/exec-engine.html#operator-fee
 */
function sayOperatorFee(record: JsonRecord, out: Collector): void {
  const terms = record.text('operatorFee')
  if (terms === '') return
  const message = `The chain's operator took a fee of its own (scalar and constant: ${terms}), which is not counted: compare the balance with the explorer`
  sayNotCounted(out, record, message)
}

/** Gas used at its price, and what was paid for the place on Ethereum. @throws UnreadableValue */
function feeOf(record: JsonRecord): Amount {
  const [used, price] = ['gasUsed', 'gasPrice'].map((field) => {
    const text = record.text(field)
    if (!/^\d{1,40}$/.test(text))
      throw record.problem('not_an_amount', field, `Not an amount: ${text.slice(0, 40)}`)
    return BigInt(text)
  })
  const value = decimal((used ?? 0n) * (price ?? 0n) + BigInt(record.text('l1Fee') || 0), WEI)
  return { value, places: value.scale }
}

function movementsOf(report: Report, records: readonly JsonRecord[], to: ReadTo): Movement[] {
  return records.flatMap((record) => {
    const movements: Movement[] = []
    to.out.attempt([record], () => {
      const moved = report === 'etherscan-internal' ? internalOf(record, to) : tokenOf(report, record, to)
      if (typeof moved === 'string') return to.out.skip([record], moved)
      movements.push({
        row: record,
        hash: record.text('hash'),
        at: record.time('timeStamp'),
        sequence: sequenceOf(record),
        value: null,
        unitPrices: {},
        ...moved,
      })
    })
    return movements
  })
}

type Moved = Pick<Movement, 'asset' | 'amount' | 'isOut' | 'nft' | 'token' | 'flags'>

/** Calls that run in the caller's place: explorers list them with the value of the call around them, which stays where it is. */
const IN_PLACE: ReadonlySet<string> = new Set(['delegatecall', 'callcode', 'staticcall'])

/** Coins that a contract moved, or why they count for nothing. */
function internalOf(record: JsonRecord, to: ReadTo): Moved | string {
  const { own, native, failed } = to
  if (record.text('isError') === '1' || failed.has(record.text('hash'))) return 'failed'
  if (IN_PLACE.has(record.text('callType')) || IN_PLACE.has(record.text('type'))) return 'no_value_moved'
  const amount = amountOf(record, 'value', WEI)
  if (isZeroAmount(amount)) return 'no_value_moved'
  const [from, into, made] = ['from', 'to', 'contractAddress'].map((field) =>
    record.text(field).toLowerCase(),
  )
  if (from === into) return 'self_transfer'
  if (from !== own && into !== own && made !== own) return 'not_own_address'
  meetOtherSide(record, to)
  return { asset: native, amount, isOut: from === own, nft: null, token: null, flags: [] }
}

/** Keeps the address that coins came from or went to. */
function meetOtherSide(record: JsonRecord, { own, chain, out }: ReadTo): void {
  const sides = ['from', 'to'].map((field) => record.text(field).toLowerCase())
  const other = sides.find((side) => side !== own && side !== '' && side !== NO_ADDRESS)
  if (other !== undefined && sides.includes(own))
    out.meet({ chain: chain.slug, address: other, txHash: record.text('hash') })
}

function tokenOf(report: Report, record: JsonRecord, to: ReadTo): Moved | string {
  const { own, chain } = to
  const parties = { from: record.text('from'), to: record.text('to') }
  const direction = directionOf(parties, own)
  if (direction === 'self') return 'self_transfer'
  if (direction === undefined) return 'not_own_address'
  meetOtherSide(record, to)
  const token = {
    chain: chain.slug,
    contract: record.text('contractAddress').toLowerCase(),
    symbol: record.text('tokenSymbol'),
    name: record.text('tokenName'),
  }
  const isOut = direction === 'out'
  if (report === 'etherscan-erc20')
    return tokenMovement(token, amountOf(record, 'value', statedDecimals(record)), isOut)
  const isStated = record.text('tokenValue') !== '' || record.text('list') === 'token1155tx'
  const quantity = isStated ? amountOf(record, 'tokenValue', 0) : ONE
  return nftMovement(token, record.text('tokenID'), quantity, { from: parties.from, isOut })
}

// Of an ERC-721 token there is one.
const ONE: Amount = { value: decimal(1n, 0), places: 0 }

/** A fee of layer one in wei, and the terms of an operator's fee, empty where it asks none. */
interface LayerOneFees {
  readonly l1Fee: string
  readonly operatorFee: string
}

/** Fees of layer one by transaction, as its receipt states them in hexadecimal. */
function receiptsOf(
  latest: readonly StoredPage[],
  isOfPart: Part['isOfPart'],
): ReadonlyMap<string, LayerOneFees> {
  return new Map(
    latest.flatMap((page) => {
      const { stream, place } = page
      const isReceipt = stream === 'receipt' && isOfPart(place)
      const json = isReceipt ? exactJsonOf(page.text) : undefined
      const receipt = isObject(json) ? json['result'] : undefined
      if (!isObject(receipt)) return []
      const [fee = '', ...terms] = ['l1Fee', 'operatorFeeScalar', 'operatorFeeConstant'].map((field) => {
        const text = textIn(receipt, field)
        return /^0x[0-9a-f]{1,40}$/i.test(text) ? String(BigInt(text)) : ''
      })
      const operatorFee = terms.some((term) => !['', '0'].includes(term)) ? terms.join(', ') : ''
      return [[place.slice(place.indexOf(':') + 1), { l1Fee: fee, operatorFee }] as const]
    }),
  )
}
