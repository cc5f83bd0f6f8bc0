import type { PriceFile } from '@lotbook/contract'
import { counted } from '../imports/import-state.ts'

/** What a file brought, in a sentence. */
export function broughtWords({
  file: { prices, added, changed },
  is_repeat,
  valued,
}: {
  readonly file: Pick<PriceFile, 'prices' | 'added' | 'changed'>
  readonly is_repeat: boolean
  readonly valued: number
}): string {
  if (is_repeat && valued === 0) return 'This file was here already. Nothing was added.'
  const known = prices - added - changed
  const parts = [
    ...(added > 0 ? [counted(added, 'new price')] : []),
    ...(changed > 0 ? [counted(changed, 'changed price')] : []),
    ...(known > 0 ? [`${counted(known, 'price')} known already`] : []),
  ]
  const brought = is_repeat ? 'The file is back' : parts.length === 0 ? 'No prices' : parts.join(', ')
  return `${brought}. ${valuedWords(valued)}`
}

/** How many transactions were valued anew, in a sentence. */
export function valuedWords(valued: number): string {
  if (valued === 0) return 'No transaction changed its value.'
  return `${counted(valued, 'transaction')} ${valued === 1 ? 'was' : 'were'} valued anew.`
}

/** What assets have prices and no transaction: mostly a ticker that is written differently. */
export function unknownWords(assets: readonly string[]): string | undefined {
  if (assets.length === 0) return undefined
  const some = assets.slice(0, 5).join(', ')
  const rest = assets.length > 5 ? ` and ${(assets.length - 5).toLocaleString()} more` : ''
  return `None of your transactions has ${some}${rest}. A token goes by its chain and contract, such as ethereum:0x1f98…`
}
