import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type AssetId, assetNamed, namesakeOf } from '@lotbook/journal'
import { isNegative, times } from '@lotbook/money'
import { accountOfName } from '../../accounts/describe-account.ts'
import { assetGiven } from '../../catalogue/asset-given.ts'
import { absoluteAmount, isZeroAmount } from '../../reading/amount-text.ts'
import type { DraftLeg } from '../../reading/collector.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import { inOutTable, type InOutTable } from '../reader/in-out-table.ts'
import { firstLeg, type ReadLeg, withUnit } from '../reader/legs.ts'
import type { Row } from '../reader/row.ts'
import { normaliseHeader } from '../reader/signature.ts'
import { type ReadWay, spelled } from '../reader/ways.ts'
import { isChainHash } from '../template/template.ts'
import type { KnownOwnFormat, OwnAssetRole, OwnFormat, OwnMeaning, OwnRole } from '../reader/own-format.ts'
import { wayOf } from './own-words.ts'
import { splitPair } from './split-pair.ts'

/** The format that reads files as a person described them: the declaration that the product's own formats are. */
export function formatOfOwn({ id, title, format: own }: KnownOwnFormat): FileFormat {
  const { columns } = own
  const name = namesOf(own)
  const account = accountOfName(own.name)
  const meaning = meaningsOf(own, name)
  const means: ReadWay = (row) => {
    const said = meaning(row)
    return said && wayOf(said)
  }
  const type = name('type') ?? name('date') ?? ''
  const [fee, value] = [legOf(own, 'fee_amount', 'fee_asset'), legOf(own, 'value', 'value_asset')]
  const [txid, ownId, group, wallet] = [name('txid'), name('id'), name('group'), name('wallet')]
  const event = eventOf(group, txid)
  return inOutTable({
    id,
    // The same file described anew is the same history.
    family: `own:${headerHash(own.header)}`,
    name: title,
    sourceSlug: account.key,
    exchange: account.name,
    isGeneric: true,
    headers: [{ cells: own.header }],
    timeZone: own.time_zone,
    ...(own.date_order !== null && { dateOrder: own.date_order }),
    ...(own.decimal_mark != null && { decimalMark: own.decimal_mark }),
    isOpenCode: (asset) => namesakeOf(asset) !== undefined,
    time: timeOf(name),
    type,
    keepsCase: true,
    means,
    ...sidesOf(own, meaning),
    ...(fee && { fees: [{ leg: fee, ...(own.has_fee_inside && { isIn: 'both' }) }] }),
    ...(value && { value }),
    records: [{ kind: 'own-row', id: () => '' }],
    externalId: [ownId, txid].flatMap((column) => column ?? []),
    txHash: txid === undefined ? [] : [(row) => (isChainHash(row.text(txid)) ? row.text(txid) : '')],
    ...(columns.comment !== undefined && { comment: name('comment') }),
    ...(event && { group: event, groupId: event }),
    ...(wallet !== undefined && { wallet: { sent: [wallet], received: [wallet] } }),
  })
}

/** The name that the rows of one event share, over all files of the account: their group, else their transaction on a chain. */
function eventOf(group: string | undefined, txid: string | undefined): ((row: Row) => string) | undefined {
  if (group === undefined && txid === undefined) return undefined
  return (row) => {
    const named = group === undefined ? '' : row.text(group)
    const hash = txid === undefined ? '' : row.text(txid)
    return named !== '' ? named : isChainHash(hash) ? hash : ''
  }
}

/** Names of columns as the reader knows them: one that comes again goes by its place among its namesakes. */
function namesOf({ header, columns }: OwnFormat): (role: OwnRole) => string | undefined {
  const keys = header.map(normaliseHeader)
  return (role) => {
    const at = columns[role]
    if (at === undefined) return undefined
    const place = keys.slice(0, at + 1).filter((key) => key === keys[at]).length
    return place === 1 ? header[at] : `${header[at]} (${place})`
  }
}

function headerHash(header: readonly string[]): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(header.map(normaliseHeader))))).slice(0, 24)
}

function timeOf(name: (role: OwnRole) => string | undefined): InOutTable['time'] {
  const [date = '', clock] = [name('date'), name('clock')]
  if (clock !== undefined) return { date, clock }
  return {
    dates: [date],
    read: (row) => (/^\d{10}(?:\d{3})?$/.test(row.text(date)) ? row.unixTime(date) : row.time(date)),
  }
}

/** The meaning of a row; undefined for a word that is not described. */
type ReadMeaning = (row: Row) => OwnMeaning | undefined

function meaningsOf({ kind, words }: OwnFormat, name: (role: OwnRole) => string | undefined): ReadMeaning {
  const type = name('type')
  if (type === undefined) return () => (kind === 'trades' ? 'trade' : 'by_side')
  const meanings = new Map(Object.entries(words).map(([word, meaning]) => [spelled(word), meaning]))
  return (row) => meanings.get(spelled(row.text(type)))
}

function sidesOf(own: OwnFormat, meaning: ReadMeaning): Partial<InOutTable> {
  if (own.kind === 'sides') {
    const [sent, received] = [legOf(own, 'out_amount', 'out_asset'), legOf(own, 'in_amount', 'in_asset')]
    return { ...(sent && { sent }), ...(received && { received }) }
  }
  if (own.kind === 'moved') {
    const leg = legOf(own, 'amount', 'asset')
    // A sign tells the way, and the word where there is none.
    return leg === undefined ? {} : { moved: { leg, direction: 'byWord' } }
  }
  return tradeSides(own, meaning)
}

/** Sides of a row that buys or sells a base for a quote, or moves the base alone. */
function tradeSides(own: OwnFormat, meaning: ReadMeaning): Pick<InOutTable, 'sent' | 'received'> {
  const name = namesOf(own)
  const [base, quote] = [baseOf(own, name), quoteOf(own, name)]
  const side =
    (ofBase: 'buy' | 'sell', alone: 'in' | 'out'): ReadLeg =>
    (row, sheet) => {
      const leg = base(row, sheet)
      const direction = directionOf(meaning(row), leg)
      if (direction === ofBase || direction === alone)
        return leg && { ...leg, amount: absoluteAmount(leg.amount) }
      return direction === 'buy' || direction === 'sell' ? quote(row, sheet) : null
    }
  return { sent: side('sell', 'out'), received: side('buy', 'in') }
}

/** Where the word does not say which way, the sign of the amount does. */
function directionOf(meaning: OwnMeaning | undefined, leg: DraftLeg | null): 'buy' | 'sell' | 'in' | 'out' {
  if (meaning === 'buy' || meaning === 'sell') return meaning
  const isMinus = leg !== null && isNegative(leg.amount.value)
  const way = meaning && wayOf(meaning)
  if (way?.kind !== 'move') return isMinus ? 'out' : 'in'
  if (way.in === undefined && way.out === undefined) return isMinus ? 'sell' : 'buy'
  return isMinus || way.in === undefined ? 'out' : 'in'
}

function pairOf(row: Row, column: string) {
  const text = row.text(column)
  const pair = text === '' ? undefined : splitPair(text)
  if (pair === undefined)
    throw row.problem('unknown_pair', column, `The pair cannot be split: ${text || '(empty)'}`)
  return pair
}

function baseOf(own: OwnFormat, name: (role: OwnRole) => string | undefined): ReadLeg {
  const [amount = '', pair] = [name('amount'), name('pair')]
  if (pair === undefined || name('asset') !== undefined) return legOf(own, 'amount', 'asset') ?? (() => null)
  return (row) => {
    const read = row.amount(amount)
    if (read === null || isZeroAmount(read)) return null
    return { asset: assetNamed(pairOf(row, pair).base), amount: read }
  }
}

function quoteOf(own: OwnFormat, name: (role: OwnRole) => string | undefined): ReadLeg {
  const pair = name('pair')
  const isNamed = name('total_asset') !== undefined || own.assets.total_asset !== undefined
  const assetIn = (row: Row): AssetId => {
    if (isNamed || pair === undefined) return assetAt(own, row, 'total_asset', name('total_asset')) ?? ''
    return assetNamed(pairOf(row, pair).quote)
  }
  const [total, price, amount = ''] = [name('total'), name('price'), name('amount')]
  const stated: ReadLeg = (row) => {
    const read = total === undefined ? null : row.amount(total)
    return read === null || isZeroAmount(read) ? null : { asset: assetIn(row), amount: absoluteAmount(read) }
  }
  const priced: ReadLeg = (row) => {
    const [each, count] = [price === undefined ? null : row.amount(price), row.amount(amount)]
    if (each === null || count === null) return null
    const value = times(absoluteAmount(each).value, absoluteAmount(count).value)
    return { asset: assetIn(row), amount: { value, places: value.scale } }
  }
  return firstLeg(stated, priced)
}

/** An amount with its asset: that of a column, the same in all rows, or a unit in the cell of the amount. */
function legOf(own: OwnFormat, role: OwnRole, assetRole: OwnAssetRole): ReadLeg | undefined {
  const name = namesOf(own)
  const [amount, asset] = [name(role), name(assetRole)]
  if (amount === undefined) return undefined
  if (asset === undefined && own.assets[assetRole] === undefined) {
    const read = withUnit(amount)
    return (row, sheet) => {
      const leg = read(row, sheet)
      return leg && { ...leg, asset: assetNamed(leg.asset) }
    }
  }
  return (row) => {
    const read = row.amount(amount)
    if (read === null || isZeroAmount(read)) return null
    return { asset: assetAt(own, row, assetRole, asset) ?? '', amount: read }
  }
}

function assetAt(
  own: OwnFormat,
  row: Row,
  role: OwnAssetRole,
  column: string | undefined,
): AssetId | undefined {
  if (column === undefined) return assetNamed(own.assets[role] ?? '')
  const text = row.requiredText(column)
  if (text.length > 20 || assetGiven(text) === undefined)
    throw row.problem('unknown_asset', column, `${column} names no asset: ${text.slice(0, 60)}`)
  return assetNamed(text)
}
