import { isFiat, type AssetId } from './asset.ts'

/**
 * Whether a disposal of this kind and asset is what a contract paid, or what one cost in cash: it has no lot and no day of acquisition by its
 * nature, and neither is missing (R-CON-1, R-CON-2 in docs/tax/files-only.md).
 */
export function isContractRow(kind: string, asset: AssetId): boolean {
  return kind === 'margin_gain' || ((kind === 'margin_loss' || kind === 'margin_fee') && isFiat(asset))
}
