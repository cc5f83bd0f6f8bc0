import { isNegative } from '@lotbook/money'
import { assetNamed, type AssetId, coinOf, namesakeOf } from '@lotbook/journal'
import { addAmounts, isZeroAmount, noAmount } from '../../reading/amount-text.ts'
import {
  type Collector,
  contentOfDraft,
  type Draft,
  type DraftLeg,
  earliest,
  exchangeType,
  unmapped,
} from '../../reading/collector.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import { assetGiven } from '../../catalogue/asset-given.ts'
import { assetOfContract } from '../../catalogue/contract-asset.ts'
import type { TokenHint } from '../../reading/record.ts'
import type { Row } from '../reader/row.ts'
import type { Signature } from '../reader/signature.ts'
import { templateType, templateWord } from './types.ts'

const sides = [
  'Timestamp',
  'Type',
  'IN Amount',
  'IN Currency',
  'Out Amount',
  'Out Currency',
  'Fee Amount',
  'Fee Currency',
]

/** Columns of our template beyond the eleven of the ZenLedger one. */
export const OPTIONAL_COLUMNS = [
  'Value Amount',
  'Value Currency',
  'Comment',
  'Account',
  'Asset IN Id',
  'Asset Out Id',
  'Group Id',
] as const

/** The header of our template, in the order we hand it out. */
export const TEMPLATE_HEADER = [...sides, 'Exchange(optional)', 'US Based', 'Txid', ...OPTIONAL_COLUMNS]

export const lotbookTemplate = template({
  id: 'lotbook-template',
  name: 'Lotbook template',
  sourceSlug: 'lotbook',
  exchange: 'Lotbook',
  headers: [
    {
      first: [...sides, 'Exchange(optional)', 'US Based'],
      optional: ['Txid', ...OPTIONAL_COLUMNS],
      distinctive: OPTIONAL_COLUMNS,
    },
  ],
})

export const zenledgerTemplate = template({
  id: 'zenledger-template',
  name: 'ZenLedger custom CSV',
  sourceSlug: 'zenledger',
  exchange: 'ZenLedger',
  headers: [
    { cells: [...sides, 'Exchange(optional)', 'US Based', 'Txid'] },
    { cells: [...sides, 'Exchange(optional)', 'US Based'] },
    { cells: [...sides, 'Exchange', 'US-Based', 'Txid'] },
    { cells: [...sides, 'Exchange', 'US-Based'] },
  ],
})

function template(layout: {
  id: string
  name: string
  sourceSlug: string
  exchange: string
  headers: readonly Signature[]
}): FileFormat {
  return {
    ...layout,
    // A file that was filled in for one and saved with the columns of the other is the same history.
    family: 'template',
    timeZone: 'UTC',
    dateOrder: 'month-first',
    dateColumns: ['Timestamp'],
    hasFooters: false,
    isGeneric: true,
    isOpenCode: (asset) => namesakeOf(asset) !== undefined,
    identify(row) {
      const { from, to, fee } = writtenLegs(row)
      const content = `${wordOf(row)}|${contentOfDraft(row.time('Timestamp'), from, to, fee)}`
      // One hash may stand on several rows: what they say tells them apart.
      const txid = row.text('Txid')
      return { kind: 'template', nativeId: null, content: txid === '' ? content : `${txid}|${content}` }
    },
    read(rows, _sheet, out) {
      const groups = Map.groupBy(rows, (row) => {
        const id = row.text('Group Id')
        return id === '' ? `row ${row.number}` : `group ${id}`
      })
      for (const group of groups.values()) {
        const [only] = group
        if (only !== undefined && group.length === 1) out.attempt(group, () => readRow(only, [], out))
        else out.attempt(group, () => readGroup(group, out))
      }
    },
  }
}

/**
 * Rows of one Group Id are one event: what all of them gave, for what all of them got, less the fees. One asset out and
 * in again is a transfer, and no trade of it for itself. What is more than a trade stays apart, for review.
 */
function readGroup(rows: readonly Row[], out: Collector): void {
  const told = rows.map((row) => {
    const legs = legsOf(row)
    const type = templateType(row.requiredText('Type'), legs.to !== null, legs.from !== null)
    return { row, ...legs, type }
  })
  const isFee = ({ type, to }: (typeof told)[number]) => type?.kind === 'out' && type.subType === 'fee' && !to
  const main = told.filter((each) => !isFee(each))
  const [from, ...moreFrom] = added(main.map((each) => each.from))
  const [to, ...moreTo] = added(main.map((each) => each.to))
  const paid = told.flatMap((each) => (isFee(each) ? [each.from, each.fee] : [each.fee]))
  const event = {
    rows,
    fees: added(paid),
    group: rows[0]?.text('Group Id') ?? '',
  }
  const [only] = main

  if (only !== undefined && main.length === 1) return readRow(only.row, [], out, event)
  const isPair = from !== undefined && to !== undefined && moreFrom.length + moreTo.length === 0
  const isSwap = told.some(({ type }) => type?.kind === 'exchange' && type.type === 'swap')
  if (only === undefined || !isPair || (from.asset === to.asset && !isSwap)) {
    const isTransfer = isPair && from.asset === to.asset
    for (const row of rows)
      out.attempt([row], () => readRow(row, [isTransfer ? 'linked_transfer' : 'ungrouped'], out))
    return
  }
  const said = told.flatMap(({ type }) => (type?.kind === 'exchange' ? [type] : []))
  const kind = said.find(({ type }) => type === 'swap' || type === 'ico')?.type
  const about = details(only.row, out)
  const worth = main.map((each) => ({
    ...each,
    value: each === only ? (about.value ?? null) : worthOf(each.row, out),
  }))
  addEvent(event, out, {
    ...about,
    tokens: Object.assign({}, ...rows.map(tokensOf)) as Record<AssetId, TokenHint>,
    at: earliest(rows.map((row) => row.time('Timestamp'))),
    type: kind ?? exchangeType(from.asset, to.asset),
    from,
    to,
    value:
      sumOf(worth.flatMap(({ to, value }) => (to === null ? [] : [value]))) ??
      sumOf(worth.flatMap(({ from, value }) => (from === null ? [] : [value]))),
    flags: [...new Set(said.flatMap(({ flags }) => flags))],
  })
}

/** Sum of values: null if one is not stated, or they count in several currencies. */
function sumOf(values: readonly Draft['value'][]): Draft['value'] {
  const currency = values[0]?.currency
  if (currency === undefined) return null
  let amount = noAmount
  for (const value of values) {
    if (value?.currency !== currency) return null
    amount = addAmounts(amount, value.amount)
  }
  return { amount, currency }
}

/** The rows of an event with the fees they state; of several fees one is its own, the others go beside it. */
interface GroupEvent {
  readonly rows: readonly Row[]
  readonly fees: readonly DraftLeg[]
  readonly group: string | null
}

function addEvent({ rows, fees, group }: GroupEvent, out: Collector, draft: Draft): void {
  out.addWithFees(rows, { ...draft, group }, fees)
}

function added(legs: readonly (DraftLeg | null)[]): DraftLeg[] {
  const sums = new Map<AssetId, DraftLeg>()
  for (const leg of legs) {
    if (leg === null) continue
    const known = sums.get(leg.asset)
    sums.set(leg.asset, known === undefined ? leg : { ...leg, amount: addAmounts(known.amount, leg.amount) })
  }
  return [...sums.values()]
}

function readRow(row: Row, own: readonly string[], out: Collector, event?: GroupEvent): void {
  const at = row.time('Timestamp')
  const { from, to, fee } = legsOf(row)
  const typeText = row.requiredText('Type')
  const type = templateType(typeText, to !== null, from !== null)
  const base = { at, ...details(row, out) }
  const alone: GroupEvent = { rows: [row], fees: fee === null ? [] : [fee], group: null }
  const add = (draft: Omit<Draft, 'at'>) =>
    addEvent(draft.fee === null ? { ...alone, fees: [] } : (event ?? alone), out, {
      ...base,
      ...draft,
      flags: [...own, ...(draft.flags ?? [])],
    })

  if (type === undefined) {
    const leg = to ?? from
    if (leg === null) throw row.problem('unmapped_type', 'Type', `Unknown type: ${typeText}`)
    out.note(row, 'unmapped_type', `Unknown type: ${typeText}`, 'Type')
    if (from !== null && to !== null)
      return add({ type: exchangeType(from.asset, to.asset), from, to, flags: [`unmapped_type:${typeText}`] })
    return add(unmapped(typeText, leg, to === null))
  }
  switch (type.kind) {
    case 'exchange': {
      const [gave, got] = [needed(row, from, 'Out'), needed(row, to, 'IN')]
      const isPlain = type.type === 'buy' || type.type === 'sell' || type.type === 'trade'
      // A buy paid in crypto is a trade, a trade into cash is a sell.
      return add({
        type: isPlain ? exchangeType(gave.asset, got.asset) : type.type,
        from: gave,
        to: got,
        flags: type.flags,
      })
    }
    case 'in':
    case 'out': {
      const isIn = type.kind === 'in'
      const side = isIn ? { to: needed(row, to, 'IN') } : { from: needed(row, from, 'Out') }
      const other = isIn ? from : to
      // The cost of a mint is given up for the NFT (R-NFT-1).
      const isMint = type.subType === 'nft_mint'
      if (other !== null && !isMint) {
        const column = isIn ? 'Out Amount' : 'IN Amount'
        out.note(row, 'side_not_read', `${typeText} has no such side: ${column} was not read`, column)
      }
      return add({ type: type.type, subType: type.subType, ...(isMint ? { from, to } : side) })
    }
    case 'transfer':
      return readTransfer(row, from, to, add)
  }
}

/** Both sides filled: sent from here and received there, two transactions of one row. */
function readTransfer(
  row: Row,
  from: DraftLeg | null,
  to: DraftLeg | null,
  add: (draft: Omit<Draft, 'at'>) => void,
): void {
  const flags = from !== null && to !== null ? ['linked_transfer'] : []
  if (from === null && to === null) needed(row, to, 'IN')
  if (from !== null) add({ type: 'outgoing', subType: 'sent', from, flags })
  if (to !== null) {
    const second = from === null ? {} : { part: 'arrival', fee: null }
    add({ type: 'incoming', subType: 'received', to, flags, ...second })
  }
}

/** 32 bytes in hexadecimal, or the 64 of a signature of Solana. An exchange's own id of a trade is neither. */
const CHAIN_HASH = /^(?:(?:0x)?[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{86,88})$/
export const isChainHash = (text: string): boolean => CHAIN_HASH.test(text)

function details(row: Row, out: Collector): Partial<Draft> {
  const exchange = row.text('Exchange(optional)') || row.text('Exchange')
  const usBased = row.text('US Based') || row.text('US-Based')
  const txid = row.text('Txid')
  return {
    externalId: txid,
    txHash: isChainHash(txid) ? txid : null,
    comment: row.text('Comment'),
    account: accountOf(exchange, row.text('Account')),
    usBased: usBased === '' ? null : !/^(?:no|n|false|0)$/i.test(usBased),
    tokens: tokensOf(row),
    ...(exchange === '' ? {} : { exchange }),
    value: worthOf(row, out),
  }
}

/** Value that the row states. */
function worthOf(row: Row, out: Collector): Draft['value'] {
  const amount = out.statedAmount(row, 'Value Amount')
  const currency = row.text('Value Currency').toUpperCase()
  if (amount === null || isZeroAmount(amount)) return null
  if (currency !== '') return { amount, currency }
  out.note(row, 'not_counted', 'Value Currency is empty, so Value Amount is not counted', 'Value Currency')
  return null
}

/** The wallet that a row names; an account at an exchange goes by both names. */
function accountOf(exchange: string, account: string): string | null {
  if (exchange === '' || account === '') return exchange || account || null
  return `${exchange} (${account})`
}

interface Legs {
  readonly from: DraftLeg | null
  readonly to: DraftLeg | null
  readonly fee: DraftLeg | null
}

/** Sides of the row: one that names its asset beside the ticker is no currency, nor is a fee in it. */
function legsOf(row: Row): Legs {
  const { from, to, fee } = writtenLegs(row)
  const named = (['IN', 'Out'] as const).filter((side) => assetIdOf(row, side) !== undefined)
  const sideOf = (leg: DraftLeg | null, side: 'IN' | 'Out') =>
    leg !== null && named.includes(side) ? { ...leg, asset: coinOf(leg.asset) } : leg
  const isNamed = named.some((side) => tickerAt(row, side) === fee?.asset)
  return {
    from: sideOf(from, 'Out'),
    to: sideOf(to, 'IN'),
    fee: fee !== null && isNamed ? { ...fee, asset: coinOf(fee.asset) } : fee,
  }
}

function writtenLegs(row: Row): Legs {
  const [from, to, fee] = [legOf(row, 'Out'), legOf(row, 'IN'), legOf(row, 'Fee')]
  // A zero beside a filled side is how some people leave a side empty.
  const isEmpty = (leg: DraftLeg | null, other: DraftLeg | null) =>
    leg !== null && isZeroAmount(leg.amount) && other !== null && !isZeroAmount(other.amount)
  return { from: isEmpty(from, to) ? null : from, to: isEmpty(to, from) ? null : to, fee }
}

function legOf(row: Row, side: 'IN' | 'Out' | 'Fee'): DraftLeg | null {
  const amount = row.amount(`${side} Amount`)
  const asset = tickerAt(row, side)
  if (amount === null || (asset === '' && isZeroAmount(amount))) return null
  if (asset === '' || asset.length > 20)
    throw row.problem('missing_value', `${side} Currency`, `${side} Currency needs 1 to 20 characters`)
  // Beside a contract it is what a token is called, and nothing more.
  if (assetGiven(asset) === undefined && (side === 'Fee' || assetIdOf(row, side) === undefined))
    throw row.problem(
      'unknown_asset',
      `${side} Currency`,
      `${side} Currency names no asset: ${row.text(`${side} Currency`)}`,
    )
  if (isNegative(amount.value) && side !== 'Fee')
    throw row.problem('negative_amount', `${side} Amount`, `Negative amount: ${row.text(`${side} Amount`)}`)
  return { asset, amount }
}

function needed(row: Row, leg: DraftLeg | null, side: 'IN' | 'Out'): DraftLeg {
  if (leg === null)
    throw row.problem(
      'missing_amount',
      `${side} Amount`,
      `${row.text('Type')} needs ${side} Amount and ${side} Currency`,
    )
  return leg
}

/** The asset that a row names: a token that goes by its contract is that of its ticker where a list ties them. */
const tickerAt = (row: Row, side: 'IN' | 'Out' | 'Fee'): AssetId => {
  const named = assetNamed(row.text(`${side} Currency`))
  return named.includes(':') || /^0x/i.test(named) ? assetOfContract(assetGiven(named) ?? named) : named
}

const wordOf = (row: Row): string => templateWord(row.text('Type'))

function tokensOf(row: Row): Readonly<Record<AssetId, TokenHint>> {
  const tokens: Record<AssetId, TokenHint> = {}
  for (const side of ['IN', 'Out'] as const) {
    const asset = coinOf(tickerAt(row, side))
    const id = assetIdOf(row, side)
    if (asset !== '' && id !== undefined) tokens[asset] = { chain: id[1] ?? null, contract: id[2] ?? '' }
  }
  return tokens
}

/** CAIP-19 `eip155:1/erc20:0x..` or `chain:contract`: the chain and the contract. */
function assetIdOf(row: Row, side: 'IN' | 'Out'): RegExpExecArray | undefined {
  const id = row.text(`Asset ${side} Id`)
  return /^(.{1,60}?)(?:\/[a-z0-9-]{1,10})?:([A-Za-z0-9.%-]{1,128})$/.exec(id) ?? undefined
}
