import {
  FILE_INCOMING_SUB_TYPES,
  FILE_OUTGOING_SUB_TYPES,
  INCOMING_SUB_TYPES,
  labelOfName,
  OUTGOING_SUB_TYPES,
} from '@lotbook/journal'
import type { OwnAssetRole, OwnFormat, OwnKind, OwnMeaning, OwnRole } from '@lotbook/contract'

export const kindTiles: readonly { value: OwnKind; title: string; text: string }[] = [
  { value: 'sides', title: 'In and out', text: 'One column for what came in, one for what went out.' },
  { value: 'moved', title: 'One amount', text: 'Its sign or a type says which way it went.' },
  { value: 'trades', title: 'Trades', text: 'An amount, bought or sold at a price or for a total.' },
]

export const roleWords: Record<OwnRole, string> = {
  date: 'Date and time',
  clock: 'Time of day',
  type: 'Type',
  in_amount: 'Amount in',
  in_asset: 'Asset in',
  out_amount: 'Amount out',
  out_asset: 'Asset out',
  amount: 'Amount',
  asset: 'Asset',
  pair: 'Pair, such as BTC/USD',
  price: 'Price of one',
  total: 'Total paid or received',
  total_asset: 'Currency of price and total',
  fee_amount: 'Fee',
  fee_asset: 'Asset of the fee',
  value: 'Value',
  value_asset: 'Currency of the value',
  txid: 'Transaction hash',
  id: 'ID',
  group: 'ID shared by rows of one trade',
  wallet: 'Wallet or account',
  comment: 'Comment',
}

const SHARED_FIRST: readonly OwnRole[] = ['date', 'clock', 'type']
const SHARED_LAST: readonly OwnRole[] = [
  ...(['fee_amount', 'fee_asset', 'value', 'value_asset'] as const),
  ...(['txid', 'id', 'group', 'wallet', 'comment'] as const),
]
const OF_KIND: Record<OwnKind, readonly OwnRole[]> = {
  sides: ['in_amount', 'in_asset', 'out_amount', 'out_asset'],
  moved: ['amount', 'asset'],
  trades: ['amount', 'asset', 'pair', 'price', 'total', 'total_asset'],
}

/** What a column of such a table can hold, in the order in which it is offered. */
export const rolesOf = (kind: OwnKind): readonly OwnRole[] => [
  ...SHARED_FIRST,
  ...OF_KIND[kind],
  ...SHARED_LAST,
]

const ASSET_OF: Partial<Record<OwnRole, OwnAssetRole>> = {
  in_amount: 'in_asset',
  out_amount: 'out_asset',
  amount: 'asset',
  price: 'total_asset',
  total: 'total_asset',
  fee_amount: 'fee_asset',
  value: 'value_asset',
}

/** Assets that no column names although an amount needs one: the same in all rows, or a unit in the cell itself. */
export function openAssets({ columns }: OwnFormat): readonly OwnAssetRole[] {
  const needed = Object.keys(columns).flatMap((role) => ASSET_OF[role as OwnRole] ?? [])
  const isPaired = columns.pair !== undefined
  return [...new Set(needed)].filter(
    (role) => columns[role] === undefined && !(isPaired && (role === 'asset' || role === 'total_asset')),
  )
}

/** The description with a column holding something else, or nothing; each thing is in one column. */
export function withRole(format: OwnFormat, column: number, role: OwnRole | ''): OwnFormat {
  const kept = Object.entries(format.columns).filter(([own, at]) => own !== role && at !== column)
  const columns = Object.fromEntries(role === '' ? kept : [...kept, [role, column]])
  return { ...format, columns }
}

/** The description as another kind of table: amounts go where such a table has them. */
export function asKind(format: OwnFormat, kind: OwnKind): OwnFormat {
  const wanted = rolesOf(kind)
  const { columns } = format
  const moves: readonly (readonly [OwnRole, OwnRole])[] =
    kind === 'sides'
      ? [
          ['amount', 'in_amount'],
          ['asset', 'in_asset'],
        ]
      : [
          ['in_amount', 'amount'],
          ['in_asset', 'asset'],
        ]
  const moved = moves.flatMap(([from, to]) =>
    columns[from] !== undefined && columns[to] === undefined ? [[to, columns[from]] as const] : [],
  )
  const kept = Object.entries(columns).filter(([role]) => wanted.some((own) => own === role))
  const assets = Object.entries(format.assets).filter(([role]) => wanted.some((own) => own === role))
  return {
    ...format,
    kind,
    columns: Object.fromEntries([...kept, ...moved]),
    assets: Object.fromEntries(assets),
  }
}

/** Meanings of a word by what they need of a row. */
export const meaningGroups: readonly { label: string; meanings: readonly OwnMeaning[] }[] = [
  {
    label: 'Exchange',
    meanings: ['buy', 'sell', 'trade', 'margin_trade', 'swap', 'ico'],
  },
  { label: 'Comes in', meanings: [...INCOMING_SUB_TYPES, ...FILE_INCOMING_SUB_TYPES] },
  { label: 'Goes out', meanings: [...OUTGOING_SUB_TYPES, ...FILE_OUTGOING_SUB_TYPES] },
  { label: 'Other', meanings: ['by_side', 'transfer', 'skip'] },
]

/** Words for meanings that are no sub type, or that a table calls by another name than the journal. */
const OTHER_WORDS: Partial<Record<OwnMeaning, string>> = {
  margin_trade: 'Margin trade',
  swap: 'Renamed or migrated coin',
  ico: 'Initial coin offering',
  by_side: 'Received or sent, as its columns say',
  transfer: 'Transfer between my wallets',
  skip: 'Leave these rows out',
}

export function meaningText(meaning: OwnMeaning): string {
  return OTHER_WORDS[meaning] ?? labelOfName(meaning)
}

/** The file that a description is handed on in: its own name, and nothing of the history that it was made from. */
export function sharedName({ name }: OwnFormat): string {
  const plain = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return `${plain || 'format'}.lotbook-format.json`
}
