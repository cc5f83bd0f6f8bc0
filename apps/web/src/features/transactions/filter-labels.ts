import { shortAccount } from '@lotbook/journal'
import type { calls } from '../../client/api.ts'
import { formatDay } from '../../ui/format/format-date-time.ts'
import type { FilterName, TransactionSearch } from './transaction-search.ts'

export type Facets = Awaited<ReturnType<typeof calls.transactions.facets>>

/** A filter that is on as people say it: "Source is Coinbase". Names come from the facets, once they are here. */
export function filterLabel(name: FilterName, search: TransactionSearch, facets: Facets | undefined): string {
  const value = search[name] ?? ''
  switch (name) {
    case 'account_id':
      return `Account is ${shortAccount(accountName(value, facets))}`
    case 'type':
      return `Type is ${typeName(value, facets)}`
    case 'sub_type':
      return `Type is ${facets?.types.find((type) => type.sub_type === value)?.label ?? value.replaceAll('_', ' ')}`
    case 'asset':
      return `Asset is ${facets?.assets.find((one) => one.asset === value)?.symbol ?? value}`
    case 'year':
      return `Year is ${value}`
    case 'from_day':
      return `From ${formatDay(value)}`
    case 'to_day':
      return `Up to ${formatDay(value)}`
    case 'review':
      return 'To review'
    case 'edited':
      return 'Edited'
    case 'ignored':
      return value === 'true' ? 'Ignored' : 'Not ignored'
    case 'removed':
      return 'Deleted'
    case 'q':
      return `Contains “${value}”`
  }
}

/** The name of an account, once the facets are here; then one that they do not know is none of theirs. */
export function accountName(id: string, facets: Facets | undefined): string {
  if (facets === undefined) return '…'
  return facets.accounts.find((account) => account.id === id)?.name ?? 'an account that no longer exists'
}

/** The name of a type without sub type: the facets name it where it has none, else it is a group of several. */
export function typeName(type: string, facets: Facets | undefined): string {
  const found = facets?.types.find((one) => one.type === type && one.sub_type === null)?.label
  return found ?? (type === 'nft' ? 'NFT' : type.charAt(0).toUpperCase() + type.slice(1))
}
