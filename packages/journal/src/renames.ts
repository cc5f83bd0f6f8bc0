import type { AssetId } from './asset.ts'
import type { Instant } from './time.ts'

/** A coin that goes on under another ticker, one for one. */
interface Rename {
  readonly was: AssetId
  readonly is: AssetId
  /** First UTC day of the new ticker. */
  readonly from: string
}

/** A ticker that stood for one coin until a day and for another since. */
interface Reissue {
  readonly ticker: string
  /** UTC day from which it is the newer coin, which keeps the ticker. */
  readonly from: string
  /** The ticker of the older coin today. */
  readonly before: AssetId
}

/** Coins that were renamed one for one; a swap at another ratio is an event of its own. */
const RENAMES: readonly Rename[] = [
  { was: 'MATIC', is: 'POL', from: '2024-09-04' },
  { was: 'FTM', is: 'S', from: '2024-12-18' },
  { was: 'RNDR', is: 'RENDER', from: '2023-11-02' },
  { was: 'EOS', is: 'A', from: '2025-05-14' },
  { was: 'KLAY', is: 'KAIA', from: '2024-08-29' },
  { was: 'TOMO', is: 'VIC', from: '2023-09-27' },
  { was: 'ORN', is: 'LUMIA', from: '2024-10-01' },
  { was: 'STRAT', is: 'STRAX', from: '2020-11-16' },
  { was: 'POLY', is: 'POLYX', from: '2021-12-14' },
  { was: 'NANO', is: 'XNO', from: '2021-11-15' },
  { was: 'BNX', is: 'FORM', from: '2025-03-21' },
]

const REISSUES: readonly Reissue[] = [
  { ticker: 'LUNA', from: '2022-05-28', before: 'LUNC' },
  { ticker: 'BTT', from: '2022-01-18', before: 'BTTOLD' },
  { ticker: 'STRK', from: '2024-02-20', before: 'STRIKE' },
  { ticker: 'SUN', from: '2021-05-26', before: 'SUNOLD' },
]

const renames: ReadonlyMap<AssetId, Rename> = new Map(RENAMES.map((one) => [one.was, one]))
const reissues: ReadonlyMap<string, { readonly before: AssetId; readonly from: Instant }> = new Map(
  REISSUES.map(({ ticker, before, from }) => [ticker, { before, from: Date.parse(`${from}T00:00:00Z`) }]),
)

/** A day of slack for the hour at which each exchange changed over. */
const DAY = 86_400_000

/** The asset of an older ticker under its newest, one for one; the same where it was never renamed. */
export function renamedAsset(asset: AssetId): AssetId {
  return renames.get(asset)?.is ?? asset
}

/** Whether units that left as one asset can arrive as another, because it was renamed by then. */
export function isRenamedAt(was: AssetId, is: AssetId, at: Instant): boolean {
  const rename = renames.get(was)
  return rename?.is === is && at >= Date.parse(`${rename.from}T00:00:00Z`) - DAY
}

/** The older and newer tickers of one coin. */
export function tickersOfCoin(asset: AssetId): readonly AssetId[] {
  const newest = renamedAsset(asset)
  return [newest, ...RENAMES.filter(({ is }) => is === newest).map(({ was }) => was)]
}

/** The asset that a ticker meant at an instant (E13): the older coin before its reissue, else the ticker itself. */
export function assetAt(ticker: AssetId, at: Instant): AssetId {
  const reissue = reissues.get(ticker)
  return reissue !== undefined && at < reissue.from ? reissue.before : ticker
}
