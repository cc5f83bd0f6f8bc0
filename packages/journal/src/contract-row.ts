import { isFiat, type AssetId } from './asset.ts'

/**
 * Whether a disposal of this kind and asset is what a contract paid, or what one cost: it has no lot and no day of acquisition by its
 * nature, and neither is missing (R-CON-1, R-CON-2 in docs/tax/files-only.md). A coin that paid for a loss is disposed of in a row of its own,
 * whose kind is `margin_loss` or `margin_fee`.
 */
export function isContractRow(kind: string, asset: AssetId): boolean {
  const isOfContract = kind === 'margin_gain' || kind === 'contract_loss'
  return isOfContract || ((kind === 'margin_loss' || kind === 'margin_fee') && isFiat(asset))
}

/**
 * The name of a contract in the words that a source has of its profit or loss: the last of them, where that is a code (`Close Long
 * BTC-PERP`); null where they name none.
 */
export function contractName(words: string | null): string | null {
  const last = words?.trim().split(/\s+/).at(-1) ?? ''
  return /^(?=.*[A-Z])[A-Z0-9]{2,}(?:[-_/.:][A-Z0-9]+)*$/.test(last) ? last : null
}
