import { normaliseHeader } from '../reader/signature.ts'
import type { ColumnEvidence } from './column-evidence.ts'
import type { OwnKind, OwnRole } from '../reader/own-format.ts'

/** Names under which files have a role; the longer a name, the more it says. */
const ALIASES: Readonly<Record<OwnRole, string>> = {
  date: 'date|time|timestamp|datetime|date time|date utc|time utc|created at|created|executed|executed at|transaction date|opened|closed|utc time|trade date|completed|when',
  clock: 'time|time of day|hour',
  type: 'type|side|action|operation|transaction type|transaction kind|direction|label|tag|category|way|kind|buy sell|what',
  in_amount:
    'in amount|received amount|received|buy|buy amount|bought quantity|bought|incoming amount|incoming|to amount|credit|amount in|in|received quantity|quantity received|amount received|deposit amount',
  in_asset:
    'in currency|received currency|received asset|buy currency|bought currency|incoming asset|to currency|to asset|to coin|in asset|asset in|coin in|in coin|currency in|received coin|buy coin|bought asset|incoming currency|credit currency',
  out_amount:
    'out amount|sent amount|sent|sell|sell amount|sold quantity|sold|outgoing amount|outgoing|from amount|debit|amount out|out|sent quantity|quantity sent|amount sent|withdrawal amount|paid amount',
  out_asset:
    'out currency|sent currency|sent asset|sell currency|sold currency|outgoing asset|from currency|from asset|from coin|out asset|asset out|coin out|out coin|currency out|sent coin|sell coin|sold asset|outgoing currency|debit currency',
  amount:
    'amount|quantity|size|volume|qty|executed|filled|quantity transacted|coin amount|change|unit count|units|filled quantity|crypto amount|how much',
  asset: 'currency|asset|coin|symbol|coin type|ticker|cryptocurrency|product|crypto|token|instrument',
  pair: 'pair|market|symbol|instrument|product|pairs|trading pair|currency pair',
  price:
    'price|rate|unit price|avg price|average price|spot price at transaction|spot price|price per unit|exchange rate',
  total:
    'total|cost|funds|subtotal|notional|value|proceeds|filled volume|quote amount|total amount|cost proceeds|fiat amount',
  total_asset:
    'total currency|quote currency|price currency|quote|quote asset|fiat currency|counter currency|counter asset',
  fee_amount: 'fee|fees|commission|network fee|trading fee|fee amount|fees amount|costs|transaction fee',
  fee_asset: 'fee currency|fee asset|fee coin|commission asset|fee unit|fees currency',
  value:
    'net worth amount|value|usd value|native amount|value amount|fiat value|value usd|worth|market value',
  value_asset: 'net worth currency|value currency|native currency|fiat value currency',
  txid: 'txid|tx hash|hash|transaction hash|blockchain id|txhash|tx id|transaction hash id',
  id: 'id|order id|trade id|reference|uuid|transaction id|ref|reference id|refid',
  group: 'group|group id|trade group',
  wallet: 'exchange|wallet|account|platform|location|exchange optional|wallet name|account name',
  comment: 'comment|description|note|notes|memo|comments|details|remark',
}

/** What the cells of a column must be, so that it can hold a role. An empty column can hold any but those needed. */
const FITS: Readonly<Record<OwnRole, (column: ColumnEvidence) => boolean>> = {
  date: ({ isDate, isClock }) => isDate && !isClock,
  clock: ({ isClock }) => isClock,
  type: ({ isWords, isDate, isAmount }) => isWords && !isDate && !isAmount,
  ...amounts('in_amount', 'out_amount', 'amount', 'fee_amount', 'price', 'total', 'value'),
  ...assets('in_asset', 'out_asset', 'asset', 'total_asset', 'fee_asset', 'value_asset'),
  pair: ({ isPair }) => isPair,
  txid: ({ isAmount, isDate }) => !isAmount && !isDate,
  id: ({ isDate }) => !isDate,
  group: ({ isDate }) => !isDate,
  wallet: ({ isAmount, isDate }) => !isAmount && !isDate,
  comment: ({ isDate }) => !isDate,
}

function amounts<Role extends OwnRole>(...roles: Role[]) {
  const fits = ({ isAmount, isGlued, isEmpty, isDate }: ColumnEvidence) =>
    (isAmount && !isDate) || isGlued || isEmpty
  return Object.fromEntries(roles.map((role) => [role, fits])) as Record<Role, typeof fits>
}

function assets<Role extends OwnRole>(...roles: Role[]) {
  const fits = ({ isTicker, isPair, isEmpty }: ColumnEvidence) => (isTicker && !isPair) || isEmpty
  return Object.fromEntries(roles.map((role) => [role, fits])) as Record<Role, typeof fits>
}

/** The whole name, words of it, or nothing but what the cells look like. */
const EXACT = 1
const PARTLY = 0.5
const BY_CELLS = 0.3

export interface GuessedRoles {
  readonly kind: OwnKind
  readonly roles: Partial<Record<OwnRole, number>>
}

/** The roles that columns most likely have: each at most one, the surest first. */
export function guessRoles(header: readonly string[], evidence: readonly ColumnEvidence[]): GuessedRoles {
  const scored = header.flatMap((name, at) => {
    const column = evidence[at]
    if (column === undefined) return []
    return (Object.keys(ALIASES) as OwnRole[]).flatMap((role) => {
      const score = FITS[role](column) ? scoreOf(role, name, column) : 0
      return score > 0 ? [{ role, at, score: column.isEmpty ? score / 2 : score }] : []
    })
  })
  const roles: Partial<Record<OwnRole, number>> = {}
  const taken = new Set<number>()
  const assign = (of: (role: OwnRole) => boolean) => {
    for (const { role, at } of scored.toSorted((a, b) => b.score - a.score)) {
      if (!of(role) || roles[role] !== undefined || taken.has(at)) continue
      roles[role] = at
      taken.add(at)
    }
  }
  const kind = kindOf(scored)
  const others: Readonly<Record<OwnKind, readonly OwnRole[]>> = {
    sides: ['amount', 'asset', 'pair', 'price', 'total', 'total_asset'],
    moved: ['in_amount', 'in_asset', 'out_amount', 'out_asset', 'pair', 'price', 'total', 'total_asset'],
    trades: ['in_amount', 'in_asset', 'out_amount', 'out_asset', 'value', 'value_asset'],
  }
  assign((role) => !others[kind].includes(role))
  // A ticker beside an amount is most likely its own.
  for (const [amount, asset] of ASSET_BESIDE) {
    const at = roles[amount]
    if (at === undefined || roles[asset] !== undefined) continue
    const beside = [at + 1, at - 1].find((place) => evidence[place]?.isTicker === true && !taken.has(place))
    if (beside === undefined) continue
    roles[asset] = beside
    taken.add(beside)
  }
  return { kind, roles }
}

const ASSET_BESIDE: readonly (readonly [amount: OwnRole, asset: OwnRole])[] = [
  ['in_amount', 'in_asset'],
  ['out_amount', 'out_asset'],
  ['fee_amount', 'fee_asset'],
  ['value', 'value_asset'],
  ['amount', 'asset'],
]

/** The kind that the surest columns make: two sides, else an amount with its price or total, else one that moved. */
function kindOf(scored: readonly { readonly role: OwnRole; readonly score: number }[]): OwnKind {
  const isThere = (role: OwnRole, least: number) =>
    scored.some((one) => one.role === role && one.score >= least)
  if (isThere('in_amount', PARTLY) && isThere('out_amount', PARTLY)) return 'sides'
  const hasWorth = isThere('price', PARTLY) || isThere('total', PARTLY)
  const hasQuote = isThere('pair', 0) || isThere('total_asset', 0)
  return hasWorth && hasQuote && isThere('amount', 0) ? 'trades' : 'moved'
}

function scoreOf(role: OwnRole, name: string, column: ColumnEvidence): number {
  const key = plain(name)
  const aliases = ALIASES[role].split('|')
  if (aliases.includes(key)) return EXACT
  const words = new Set(key.split(' '))
  const shared = aliases
    .map((alias) => alias.split(' '))
    .filter((alias) => alias.every((word) => words.has(word)))
    .map((alias) => alias.length)
  // The more words of an alias stand in the name, and the fewer beside them, the surer it is.
  if (shared.length > 0) return PARTLY + Math.max(...shared) / 10 - (words.size - Math.max(...shared)) / 50
  return byCells(role, column)
}

function byCells(role: OwnRole, column: ColumnEvidence): number {
  switch (role) {
    case 'date':
      return column.isDate ? BY_CELLS : 0
    case 'clock':
      return column.isClock ? BY_CELLS : 0
    case 'txid':
      return column.isHash ? BY_CELLS : 0
    case 'pair':
      return column.isPair ? BY_CELLS : 0
    case 'asset':
      return column.isTicker ? BY_CELLS : 0
    case 'amount':
      return column.isAmount || column.isGlued ? BY_CELLS : 0
    case 'type':
      return column.isWords && !column.isTicker && !column.isHash ? BY_CELLS / 2 : 0
    default:
      return 0
  }
}

/** A name in words: without brackets, marks and capitals; `CamelCase` is two words. */
function plain(name: string): string {
  return normaliseHeader(name.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
