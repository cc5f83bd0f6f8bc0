import { isDay } from '../../client/is-day.ts'

/** Search parameters of the list: its filters, its order, and the open transaction. */
export interface TransactionSearch {
  readonly account_id?: string
  readonly type?: string
  readonly sub_type?: string
  readonly asset?: string
  readonly year?: string
  readonly from_day?: string
  readonly to_day?: string
  readonly review?: 'true'
  readonly edited?: 'true'
  readonly ignored?: 'true' | 'false'
  /** Shows deleted transactions, in place of all others. */
  readonly removed?: 'true'
  readonly q?: string
  readonly order?: 'oldest'
  /** The transaction that is open beside the list. */
  readonly id?: string
  /** Opens the form of the open transaction. */
  readonly edit?: 'true'
  /** Parameters of the review queue: the kind of problem, accepted items, and the open item. */
  readonly kind?: string
  readonly state?: 'accepted'
  readonly item?: string
}

export type FilterName = Exclude<keyof TransactionSearch, 'order' | 'id' | 'edit' | 'kind' | 'state' | 'item'>

export const FILTER_NAMES: readonly FilterName[] = [
  'account_id',
  'type',
  'sub_type',
  'asset',
  'year',
  'from_day',
  'to_day',
  'review',
  'edited',
  'ignored',
  'removed',
  'q',
]

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const YEAR = /^[1-9]\d{3}$/

/** Read the address; what is not a value of its name is left out, so that no link leads to a refused question. */
export function transactionSearch(raw: Record<string, unknown>): TransactionSearch {
  const text = (name: string, valid: (value: string) => boolean = () => true) => {
    const value = raw[name]
    return typeof value === 'string' && value !== '' && value.length <= 200 && valid(value)
      ? value
      : undefined
  }
  const matching = (pattern: RegExp) => (value: string) => pattern.test(value)
  const is = (name: string, value: string) => raw[name] === value || raw[name] === (value === 'true')
  const read = {
    account_id: text('account_id', matching(UUID)),
    type: text('type'),
    sub_type: text('sub_type'),
    asset: text('asset'),
    year: text('year', matching(YEAR)),
    from_day: text('from_day', isDay),
    to_day: text('to_day', isDay),
    // `tab=review` is how the keys of the shell say it.
    review: is('review', 'true') || raw['tab'] === 'review' ? 'true' : undefined,
    edited: is('edited', 'true') ? 'true' : undefined,
    ignored: is('ignored', 'true') ? 'true' : is('ignored', 'false') ? 'false' : undefined,
    removed: is('removed', 'true') ? 'true' : undefined,
    q: text('q'),
    order: raw['order'] === 'oldest' ? 'oldest' : undefined,
    id: text('id', matching(UUID)),
    edit: is('edit', 'true') && text('id', matching(UUID)) !== undefined ? 'true' : undefined,
    kind: text('kind', matching(/^[a-z_]{1,60}$/)),
    state: is('state', 'accepted') ? 'accepted' : undefined,
    item: text('item', matching(UUID)),
  } as const
  return withoutEmpty(read)
}

/** Request to the server for an address: its filters and its order, without the open transaction. */
export function listInput(search: TransactionSearch) {
  const { id: _id, edit: _edit, kind: _kind, state: _state, item: _item, order, ...filters } = search
  return { ...filters, order: order ?? ('newest' as const) }
}

/** The filters alone, for what is done to all that they find. */
export function filterInput(search: TransactionSearch) {
  const { order: _order, ...filter } = listInput(search)
  return filter
}

export const TABS = ['all', 'review', 'transfers', 'ignored'] as const
export type TabId = (typeof TABS)[number]

/** The tab that an address stands for: each is a filter that is used often. */
export function tabOf({ review, ignored, type }: TransactionSearch): TabId {
  if (review === 'true') return 'review'
  if (ignored === 'true') return 'ignored'
  return type === 'transfer' ? 'transfers' : 'all'
}

/** Go to a tab: its own filter in place of the former tab's, the others stay. */
export function withTab(search: TransactionSearch, tab: TabId): TransactionSearch {
  const { review: _review, ignored: _ignored, ...open } = search
  const { id: _id, edit: _edit, kind: _kind, state: _state, item: _item, ...kept } = open
  const { type, sub_type: _subType, ...rest } = kept
  const others = type === 'transfer' ? rest : kept
  switch (tab) {
    case 'all':
      return others
    case 'review':
      return { ...others, review: 'true' }
    case 'ignored':
      return { ...others, ignored: 'true' }
    case 'transfers':
      return { ...rest, type: 'transfer' }
  }
}

/** The filters that are on, less the one that the tab itself is. */
export function activeFilters(search: TransactionSearch): readonly FilterName[] {
  const tab = tabOf(search)
  const ofTab = { all: undefined, review: 'review', ignored: 'ignored', transfers: 'type' }[tab]
  return FILTER_NAMES.filter(
    (name) =>
      search[name] !== undefined && name !== ofTab && !(name === 'type' && search.sub_type !== undefined),
  )
}

/** The same address without a filter. A type goes with its sub type. */
export function withoutFilter(search: TransactionSearch, name: FilterName): TransactionSearch {
  const { [name]: _gone, ...rest } = search
  if (name !== 'sub_type' && name !== 'type') return rest
  const { type: _type, sub_type: _subType, ...others } = rest as TransactionSearch
  return others
}

/** The same tab without any filter. */
export function withoutFilters({ order, ...search }: TransactionSearch): TransactionSearch {
  return withTab(order === undefined ? {} : { order }, tabOf(search))
}

/** Values that are not there have no key, so that the address has none either. */
export function withoutEmpty(search: object): TransactionSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
}
