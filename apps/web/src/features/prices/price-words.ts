import type { PriceFile, PriceLookup } from '@lotbook/contract'
import { formatDateTime, formatDay } from '../../ui/format/format-date-time.ts'
import { counted } from '../imports/import-state.ts'

/** Prices that a file brought, in a sentence. */
export function broughtWords({
  file: { prices, added, changed },
  is_repeat,
  ...revalued
}: {
  readonly file: Pick<PriceFile, 'prices' | 'added' | 'changed'>
  readonly is_repeat: boolean
} & Revalued): string {
  if (is_repeat && revalued.valued === 0 && revalued.locked === 0)
    return 'This file was already added. Nothing changed.'
  const known = prices - added - changed
  const parts = [
    ...(added > 0 ? [counted(added, 'new price')] : []),
    ...(changed > 0 ? [counted(changed, 'changed price')] : []),
    ...(known > 0 ? [`${counted(known, 'price')} known already`] : []),
  ]
  const brought = is_repeat ? 'The file is back' : parts.length === 0 ? 'No prices' : parts.join(', ')
  return `${brought}. ${valuedWords(revalued)}`
}

interface Revalued {
  readonly valued: number
  readonly locked: number
}

/** How many transactions were revalued, in a sentence; and how many the lock holds, in another. */
export function valuedWords({ valued, locked }: Revalued): string {
  const done =
    valued === 0
      ? 'No transaction changed its value.'
      : `${counted(valued, 'transaction')} ${valued === 1 ? 'was' : 'were'} revalued.`
  if (locked === 0) return done
  const held = locked === 1 ? 'lies before the lock and keeps its' : 'lie before the lock and keep their'
  return `${done} ${counted(locked, 'transaction')} ${held} value until you lift it.`
}

/** From one instant to another by their days: "Jan 02, 2024", or "Jan 02, 2024 to Mar 04, 2024". */
export function daysWords(from: string, to: string): string {
  const [first, last] = [formatDay(from), formatDay(to)]
  return first === last ? first : `${first} to ${last}`
}

/** Assets that have prices and no transaction: mostly a ticker that is written differently. */
export function unknownWords(assets: readonly string[]): string | undefined {
  if (assets.length === 0) return undefined
  const some = assets.slice(0, 5).join(', ')
  const rest = assets.length > 5 ? ` and ${(assets.length - 5).toLocaleString()} more` : ''
  return `None of your transactions has ${some}${rest}. Name a token by its chain and contract, such as ethereum:0x1f98…`
}

/** How far the search for missing prices is, in a sentence or two. */
export function lookupWords({ state, done, total, until }: PriceLookup): string {
  switch (state) {
    case 'queued':
      return 'Prices are about to be looked up.'
    case 'running':
      return `Looking up ${counted(total, 'price')}: ${done.toLocaleString()} done.`
    case 'waiting':
      return `A price service is not responding. Lotbook tries again${until === null ? ' later' : ` at ${formatDateTime(until)} UTC`}.`
    case 'done':
      return 'No price service has what is still missing. The price of a day is known once the day has ended.'
  }
}

/** Who is asked for prices, in a sentence. */
export function providersWords(providers: readonly string[]): string {
  if (providers.length === 0)
    return 'No price service is used: prices come from your records, your trades and your files.'
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(providers)
  return `Prices are asked of ${names}; your own files count before them.`
}
