/**
 * Seeded histories for the benchmarks, in three shapes (docs: `bench/README.md`). The same seed gives the same
 * history on any machine. Amounts are integers in doubles, so that a million events cost little to make:
 * `quantity = units × 10^-8 + rest × 10^-18`, values are cents.
 */
export type Shape = 'trader' | 'stacker' | 'ping-pong'
export const SHAPES: readonly Shape[] = ['trader', 'stacker', 'ping-pong']

export const BUY = 0
export const SELL = 1
export const TRADE = 2
export const TRANSFER = 3
export const INCOME = 4
export const SPEND = 5

/** One row per event, in order of time; -1 where an event has no such side. */
export interface GeneratedHistory {
  readonly count: number
  readonly accounts: readonly string[]
  readonly assets: readonly string[]
  readonly kind: Uint8Array
  readonly at: Float64Array
  readonly account: Int32Array
  readonly toAccount: Int32Array
  readonly fromAsset: Int32Array
  readonly toAsset: Int32Array
  readonly fromUnits: Float64Array
  readonly fromRest: Float64Array
  readonly toUnits: Float64Array
  readonly toRest: Float64Array
  /** What the event is worth: the price paid or received, the value of income. */
  readonly cents: Float64Array
  /** A fee in cash on trades and sales, in the coin moved on transfers. */
  readonly feeCents: Float64Array
  readonly feeUnits: Float64Array
}

export interface HistoryOptions {
  readonly shape: Shape
  readonly count: number
  readonly decimals: 8 | 18
  readonly seed?: number
}

const REST = 1e10
const ACCOUNTS = 8
const ASSETS = 50
const START = Date.UTC(2017, 0, 1)
const SPAN = 8 * 365 * 86_400_000

/** Shares of buy, sell, trade, transfer, income, spend. */
const MIX: Readonly<Record<Shape, readonly number[]>> = {
  trader: [32, 23, 28, 7, 8, 2],
  stacker: [30, 5, 4, 3, 56, 2],
  'ping-pong': [25, 8, 0, 45, 22, 0],
}

export function generateHistory({ shape, count, decimals, seed = 1 }: HistoryOptions): GeneratedHistory {
  const random = mulberry32(seed)
  const bounds = cumulative(MIX[shape])
  const assetCount = shape === 'ping-pong' ? 5 : ASSETS
  const zipf = cumulative(Array.from({ length: assetCount }, (_, i) => 1 / (i + 1)))
  const pick = (limits: readonly number[]) => {
    const at = random() * limits[limits.length - 1]!
    return limits.findIndex((limit) => at < limit)
  }
  const column = () => new Float64Array(count)
  const h: GeneratedHistory = {
    count,
    accounts: Array.from({ length: ACCOUNTS }, (_, i) => `account-${i}`),
    assets: Array.from({ length: assetCount }, (_, i) => `COIN${i}`),
    kind: new Uint8Array(count),
    at: column(),
    account: new Int32Array(count),
    toAccount: new Int32Array(count).fill(-1),
    fromAsset: new Int32Array(count).fill(-1),
    toAsset: new Int32Array(count).fill(-1),
    fromUnits: column(),
    fromRest: column(),
    toUnits: column(),
    toRest: column(),
    cents: column(),
    feeCents: column(),
    feeUnits: column(),
  }
  const heldUnits = new Float64Array(ACCOUNTS * assetCount)
  const heldRest = new Float64Array(ACCOUNTS * assetCount)
  const prices = Float64Array.from({ length: assetCount }, (_, i) => 20_000 / (i + 1))

  const receive = (e: number, pool: number, units: number) => {
    const rest = decimals === 18 ? Math.floor(random() * REST) : 0
    h.toUnits[e] = units
    h.toRest[e] = rest
    heldUnits[pool]! += units
    heldRest[pool]! += rest
    if (heldRest[pool]! >= REST) {
      heldRest[pool]! -= REST
      heldUnits[pool]! += 1
    }
  }
  const give = (e: number, pool: number, units: number, rest: number) => {
    h.fromUnits[e] = units
    h.fromRest[e] = rest
    heldUnits[pool]! -= units
    heldRest[pool]! -= rest
    if (heldRest[pool]! < 0) {
      heldRest[pool]! += REST
      heldUnits[pool]! -= 1
    }
  }

  // Who stacks parts with a lot or two at a time, however much is there; so the work of an event does not grow
  // with the history, and what grows in the times is the engine's.
  const mostOf = (units: number, price: number) =>
    shape === 'stacker' ? Math.min(units, Math.ceil((random() * 2e11) / price)) : units

  for (let e = 0; e < count; e++) {
    h.at[e] = START + Math.floor((SPAN * e) / count)
    let kind = pick(bounds)
    const asset = pick(zipf)
    const account = Math.floor(random() * ACCOUNTS)
    const pool = account * assetCount + asset
    h.account[e] = account
    const price = (prices[asset] = Math.max(0.5, prices[asset]! * (1 + (random() - 0.495) * 0.01)))
    // What cannot be taken from is bought instead.
    if (kind !== BUY && kind !== INCOME && heldUnits[pool]! < 1000) kind = BUY
    h.kind[e] = kind

    switch (kind) {
      case BUY:
      case INCOME: {
        const units = Math.ceil((random() * (kind === BUY ? 2e11 : 2e9)) / price)
        h.toAsset[e] = asset
        receive(e, pool, units)
        h.cents[e] = Math.ceil((units * price) / 1e6)
        if (kind === BUY) h.feeCents[e] = Math.floor(h.cents[e]! / 500)
        break
      }
      case TRANSFER: {
        const to = (account + 1 + Math.floor(random() * (ACCOUNTS - 1))) % ACCOUNTS
        h.toAccount[e] = to
        h.fromAsset[e] = asset
        const isWhole = shape === 'ping-pong'
        // A network fee on every other move; a whole balance is moved less what the fee takes.
        const fee = random() < 0.5 ? 10 : 0
        const part = Math.ceil((heldUnits[pool]! - fee) * random() * 0.5)
        const units = isWhole ? heldUnits[pool]! - fee : mostOf(part, price)
        const rest = isWhole ? heldRest[pool]! : 0
        give(e, pool, units, rest)
        heldUnits[pool]! -= fee
        h.feeUnits[e] = fee
        h.feeCents[e] = fee === 0 ? 0 : 1
        const target = to * assetCount + asset
        heldUnits[target]! += units
        heldRest[target]! += rest
        if (heldRest[target]! >= REST) {
          heldRest[target]! -= REST
          heldUnits[target]! += 1
        }
        break
      }
      default: {
        const units = mostOf(Math.ceil(heldUnits[pool]! * random() * 0.3), price)
        h.fromAsset[e] = asset
        give(e, pool, Math.min(units, heldUnits[pool]! - 1), 0)
        h.cents[e] = Math.ceil((h.fromUnits[e]! * price) / 1e6)
        if (kind === SELL) h.feeCents[e] = Math.floor(h.cents[e]! / 500)
        if (kind === TRADE) {
          const other = (asset + 1 + Math.floor(random() * (assetCount - 1))) % assetCount
          h.toAsset[e] = other
          receive(e, account * assetCount + other, Math.ceil((h.cents[e]! * 1e6) / prices[other]!) + 1)
        }
      }
    }
  }
  return h
}

/** Exact decimal text of a quantity. */
export function quantityText(units: number, rest: number): string {
  return decimalText(`${units}${String(rest).padStart(10, '0')}`, 18)
}

/** Exact decimal text of cents. */
export function centsText(cents: number): string {
  return decimalText(String(cents), 2)
}

function decimalText(digits: string, scale: number): string {
  const padded = digits.padStart(scale + 1, '0')
  const whole = padded.slice(0, -scale).replace(/^0+(?=\d)/, '')
  const fraction = padded.slice(-scale).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

function cumulative(shares: readonly number[]): number[] {
  let sum = 0
  return shares.map((share) => (sum += share))
}

/** A small seeded generator (mulberry32). */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
