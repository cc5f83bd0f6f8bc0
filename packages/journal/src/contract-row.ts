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

/** A code such as `BTC-PERP`, `XBTUSD` or `kPEPE`. */
const CODE = /^k?(?=.*[A-Z])[A-Z0-9]{2,}(?:[-_/.:][A-Z0-9]+)*$/
/** A code that nothing but a contract has, wherever it stands: a perpetual, a swap, or one with its day of expiry. */
const UNMISTAKABLE =
  /[-_](?:PERP|PERPETUAL|SWAP)$|^[A-Z0-9]+F0:[A-Z0-9]+F0$|[-_](?:\d{4}|\d{6}|\d{1,2}[A-Z]{3}\d{2})(?:$|-)/
/** Words behind a name that say what it is. */
const KIND = /^(?:perpetual|perp|swap|futures?|quarterly|contract)$/i
/** Codes at the end of a sentence that name no contract: what it is settled in, or what the sentence is about. */
const NO_CONTRACT = new Set(
  'USD USDT USDC BUSD EUR GBP PNL PL FEE FEES LONG SHORT BUY SELL UTC ID'.split(' '),
)

/**
 * The name of a contract in the words that a source has of its profit or loss: the last of them, where that is a code (`Close Long
 * BTC-PERP`, `BTCUSDT Perpetual`), else the one code that only a contract has (`BTC-PERP position closed`); null where they name none.
 */
export function contractName(text: string | null): string | null {
  const words = (text ?? '').split(/\s+/).map((word) => word.replace(/^[("'[]+|[)\]"',;.]+$/g, ''))
  const named = words.filter((word) => word !== '')
  while (KIND.test(named.at(-1) ?? '')) named.pop()
  const last = named.at(-1) ?? ''
  if (CODE.test(last) && !NO_CONTRACT.has(last)) return last
  const codes = new Set(named.filter((word) => CODE.test(word) && UNMISTAKABLE.test(word)))
  return codes.size === 1 ? ([...codes][0] ?? null) : null
}
