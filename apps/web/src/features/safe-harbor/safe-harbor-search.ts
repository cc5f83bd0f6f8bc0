import { ALLOCATION_KINDS, type AllocationChoice, COMPARED_METHODS, paths } from '@lotbook/contract'
import { isDay } from '../../client/is-day.ts'
import { stringifySearch } from '../../client/search.ts'
import { estimateSearch, type EstimateSearch } from '../what-if/estimate-search.ts'

export const STEPS = ['check', 'compare', 'own', 'record'] as const
export type Step = (typeof STEPS)[number]

/** The step of the wizard, the allocation chosen, and the inputs of the estimate, as the address holds them. */
export interface SafeHarborSearch extends EstimateSearch {
  readonly step?: Step
  readonly kind?: AllocationChoice['kind']
  readonly order?: AllocationChoice['order']
  /** Ids with commas between them. */
  readonly accounts?: string
  /** Units were allocated by hand: they stand with the comparison. */
  readonly own?: 'true'
  readonly books?: string
  /** Open assets that the record is not of, one a line. */
  readonly without?: string
}

/** Changes to the search; undefined removes a value. */
export type SearchChange = {
  readonly [Name in keyof SafeHarborSearch]?: SafeHarborSearch[Name] | undefined
}

/** The search of the address, without what does not belong there. */
export function safeHarborSearch(search: Record<string, unknown>): SafeHarborSearch {
  const step = STEPS.find((one) => one === search['step'])
  const kind = ALLOCATION_KINDS.find((one) => one === search['kind'])
  const order = COMPARED_METHODS.find((one) => one === search['order'])
  const { accounts, books, without } = search
  const isIds = typeof accounts === 'string' && /^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/.test(accounts)
  return {
    ...(step !== undefined && { step }),
    ...(kind !== undefined && { kind }),
    ...(order !== undefined && { order }),
    ...(isIds && { accounts }),
    ...(search['own'] === 'true' && { own: 'true' as const }),
    ...(isDay(books) && { books }),
    ...(typeof without === 'string' && without !== '' && { without }),
    ...estimateSearch(search),
  }
}

/** The address of the wizard. */
export function safeHarborPath(search: SearchChange): string {
  return paths.safeHarbor + stringifySearch({ ...search })
}

/** The allocation that an address chooses; undefined before one is chosen. */
export function choiceOf(
  { kind = 'specific', order, accounts = '', own, without }: SafeHarborSearch,
  units: AllocationChoice['units'],
): AllocationChoice | undefined {
  if (order === undefined) return undefined
  const byHand = own === 'true' && kind === 'specific' ? units : []
  const left_out = kind === 'specific' ? leftOutBy(without) : []
  return { kind, order, accounts: accounts === '' ? [] : accounts.split(','), units: byHand, left_out }
}

/** The assets that `without` of an address names. */
export function leftOutBy(without: string | undefined): string[] {
  return without === undefined ? [] : without.split('\n')
}

/** `without` of an address for assets. */
export function withoutOf(assets: readonly string[]): string | undefined {
  return assets.length === 0 ? undefined : assets.join('\n')
}
