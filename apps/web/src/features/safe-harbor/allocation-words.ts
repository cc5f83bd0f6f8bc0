import type {
  AllocationChoice,
  AllocationComparison,
  AllocationOutcome,
  AllocationRecord,
  AllocationRule,
  AllocationStanding,
} from '@lotbook/contract'
import { shortNames } from '../../ui/format/shorten.ts'

type Order = AllocationChoice['order']

/** Names of the orders in which lots are attached. */
export const orderWords: Readonly<Record<Order, { name: string; text: string }>> = {
  hifo: { name: 'Highest cost first', text: 'The most expensive lots go to the first account.' },
  lofo: { name: 'Lowest cost first', text: 'The cheapest lots go to the first account.' },
  fifo: { name: 'Earliest first', text: 'The lots held longest go to the first account.' },
  lifo: { name: 'Latest first', text: 'The newest lots go to the first account.' },
}

export const kindWords: Readonly<Record<AllocationChoice['kind'], { name: string; text: string }>> = {
  specific: { name: 'Specific units', text: 'Every unit is listed with the account it goes to.' },
  global: { name: 'A global rule', text: 'The rule itself is recorded, for every asset.' },
}

/** A rule on one line: "Highest cost first: Coinbase, then Kraken". */
export function ruleName({ order, accounts }: AllocationRule): string {
  return named(
    order,
    accounts.map(({ name }) => name),
  )
}

function named(order: Order, names: readonly string[]): string {
  return names.length === 0 ? orderWords[order].name : `${orderWords[order].name}: ${names.join(', then ')}`
}

/** The name of a card, with long names of accounts cut. */
export function allocationName(
  { kind, rule }: Pick<AllocationOutcome, 'kind' | 'rule'>,
  isSomeBound: boolean,
): string {
  if (kind === 'none') return isSomeBound ? 'Nothing more on record' : 'Nothing on record'
  if (kind === 'recorded') return 'On record'
  if (kind === 'own') return 'Your own'
  if (rule === null) return 'A rule'
  return named(rule.order, shortNames(rule.accounts.map(({ name }) => name)))
}

/** The rule that gives an outcome, where one does. */
export function ruleOf({ kind, rule, same_as }: AllocationOutcome): AllocationRule | undefined {
  if (kind === 'own') return undefined
  // Without a record the oldest go first, so that is the rule that says the same.
  return rule ?? same_as.find(({ order }) => order === 'fifo') ?? same_as[0]
}

/** How much of what there is to allocate a record binds already: for that no other can be made. */
export function boundOf({ assets }: Pick<AllocationComparison, 'assets'>): {
  readonly symbols: readonly string[]
  readonly extent: 'none' | 'some' | 'all'
} {
  const withLots = assets.filter(({ lots }) => lots > 0)
  const symbols = withLots.filter(({ is_bound }) => is_bound).map(({ symbol }) => symbol)
  const extent = symbols.length === 0 ? 'none' : symbols.length < withLots.length ? 'some' : 'all'
  return { symbols, extent }
}

/** Whether a record still counts for an asset: what it does not bind gives way to a later record that is of it. */
export function countsFor(
  { symbol, state }: Pick<AllocationStanding['assets'][number], 'symbol' | 'state'>,
  { replaced_assets }: Pick<AllocationRecord, 'replaced_assets'>,
): 'bound' | 'late' | 'replaced' {
  if (replaced_assets.includes(symbol)) return 'replaced'
  return state === 'late' ? 'late' : 'bound'
}

/** Assets that the newest record left out and that no earlier one counts for, by symbol. */
export function openOf(
  records: readonly Pick<AllocationRecord, 'left_out' | 'replaced_assets' | 'standing'>[],
): readonly string[] {
  const [newest, ...earlier] = records
  const counted = earlier.flatMap(({ standing, replaced_assets }) =>
    (standing?.assets ?? []).filter(({ symbol }) => !replaced_assets.includes(symbol)),
  )
  return (newest?.left_out ?? []).filter((left) => counted.every(({ symbol }) => symbol !== left))
}

/** Why no open asset can be left out of a record; undefined where some can. */
export function reasonForAll(
  kind: AllocationChoice['kind'],
  records: readonly Pick<AllocationRecord, 'kind'>[],
): string | undefined {
  if (kind === 'global') return 'A global rule is for every asset.'
  if (records[0]?.kind === 'global')
    return 'The rule on record covers every asset: any asset left out would lose it.'
  return undefined
}

/** One's own allocation as it can be worked out again, after a record: without what that binds; null where nothing is left of it. */
export function ownAgain(
  own: AllocationChoice | null,
  assets: AllocationComparison['assets'],
  records: readonly Pick<AllocationRecord, 'kind'>[],
): AllocationChoice | null {
  if (own === null) return null
  const isBound = (asset: string) => assets.some((one) => one.asset === asset && one.is_bound)
  const open = assets.filter(({ lots, is_bound }) => lots > 0 && !is_bound)
  if (open.length > 0 && open.every(({ asset }) => own.left_out.includes(asset))) return null
  return {
    ...own,
    units: own.units.filter(({ asset }) => !isBound(asset)),
    left_out: reasonForAll(own.kind, records) === undefined ? own.left_out : [],
  }
}

/** The outcome that a choice comes to; undefined where it was not worked out. */
export function outcomeOfChoice(
  outcomes: readonly AllocationOutcome[],
  own: AllocationChoice | null,
  choice: AllocationChoice,
): AllocationOutcome | undefined {
  const isSame = (rule: { order: Order; accounts: readonly { id: string }[] }) =>
    rule.order === choice.order && rule.accounts.map(({ id }) => id).join() === choice.accounts.join()
  const isOwn =
    own !== null &&
    own.order === choice.order &&
    own.accounts.join() === choice.accounts.join() &&
    JSON.stringify(own.units) === JSON.stringify(choice.units) &&
    own.left_out.toSorted().join('\n') === choice.left_out.toSorted().join('\n')
  if (isOwn) return outcomes.find(({ kind }) => kind === 'own')
  if (choice.units.length > 0 || choice.left_out.length > 0) return undefined
  // One's own goes by more than its rule.
  const byRule = outcomes.filter(({ kind }) => kind !== 'own')
  return byRule.find((one) => [one.rule, ...one.same_as].some((rule) => rule !== null && isSame(rule)))
}
