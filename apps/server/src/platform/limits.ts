import type { Clock } from './clock.ts'
import { refuse } from './refusal.ts'

/** A token bucket: `burst` at once, then `perSecond`. */
interface Bucket {
  readonly perSecond: number
  readonly burst: number
}

const perMinute = (count: number) => count / 60
const perHour = (count: number) => count / 3600
const perDay = (count: number) => count / 86_400

/** Section 6 of the security page; those of sign-in are kept in the database, for all nodes together. */
const BUCKETS = {
  anonymous: { perSecond: perMinute(60), burst: 50 },
  reads: { perSecond: 20, burst: 60 },
  mutations: { perSecond: 5, burst: 20 },
  uploads: { perSecond: perHour(300), burst: 100 },
  search: { perSecond: 10, burst: 20 },
  calculations: { perSecond: perHour(120), burst: 10 },
  addresses: { perSecond: perMinute(60), burst: 60 },
  /** Mails that a provider sends to an address which the customer names. */
  codes: { perSecond: perHour(20), burst: 10 },
  exports: { perSecond: perHour(60), burst: 12 },
  invitations: { perSecond: perDay(50), burst: 10 },
  /** Events of the payment provider without its signature, by address. */
  unsigned: { perSecond: perMinute(10), burst: 20 },
  /** Tests and replays of a webhook. */
  webhooks: { perSecond: perHour(60), burst: 10 },
  questions: { perSecond: perHour(120), burst: 40 },
} as const satisfies Record<string, Bucket>
export type LimitName = keyof typeof BUCKETS

const MOST_KEYS = 50_000

/** How much is left of a bucket after `seconds`, and how long until one more fits. */
export function refill(
  bucket: Bucket,
  level: number,
  seconds: number,
): { level: number; waitSeconds: number } {
  const now = Math.min(bucket.burst, level + Math.max(0, seconds) * bucket.perSecond)
  return { level: now, waitSeconds: now >= 1 ? 0 : Math.ceil((1 - now) / bucket.perSecond) }
}

/** The limits of this node, in memory. */
export class Limits {
  readonly #clock: Clock
  readonly #levels = new Map<string, { level: number; at: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Take one; refuses with `too_many_requests` and the seconds to wait. */
  take(name: LimitName, key: string): void {
    const bucket = BUCKETS[name]
    const at = this.#clock.now().getTime()
    const entry = `${name}:${key}`
    const known = this.#levels.get(entry)
    const { level, waitSeconds } = refill(
      bucket,
      known?.level ?? bucket.burst,
      known === undefined ? 0 : (at - known.at) / 1000,
    )
    // Put last, so that the first keys are those that were not seen for longest.
    this.#levels.delete(entry)
    this.#levels.set(entry, { level: waitSeconds === 0 ? level - 1 : level, at })
    if (this.#levels.size > MOST_KEYS) this.#forgetOldest()
    if (waitSeconds > 0) refuse('too_many_requests', waitWords(waitSeconds), { retryAfter: waitSeconds })
  }

  /**
   * The limit and what is left of it, as `RateLimit-Policy` and `RateLimit` state them (draft-ietf-httpapi-ratelimit-headers-10): so many
   * requests in so many seconds, how many are left, and the seconds until all are back.
   */
  headersOf(name: LimitName, key: string): { readonly policy: string; readonly limit: string } {
    const bucket = BUCKETS[name]
    const known = this.#levels.get(`${name}:${key}`)
    const seconds = known === undefined ? 0 : (this.#clock.now().getTime() - known.at) / 1000
    const { level } = refill(bucket, known?.level ?? bucket.burst, seconds)
    const window = Math.ceil(bucket.burst / bucket.perSecond)
    const untilFull = Math.ceil((bucket.burst - level) / bucket.perSecond)
    return {
      policy: `"${name}";q=${bucket.burst};w=${window}`,
      limit: `"${name}";r=${Math.floor(level)};t=${untilFull}`,
    }
  }

  #forgetOldest(): void {
    for (const key of this.#levels.keys()) {
      this.#levels.delete(key)
      if (this.#levels.size <= MOST_KEYS * 0.9) return
    }
  }
}

// A wait that is no longer than a moment has the usual words.
function waitWords(seconds: number): string | undefined {
  if (seconds <= 5) return undefined
  const wait = seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return `Too many requests. Please try again in ${wait}.`
}

/** Whose bucket an address fills: itself, or the /64 network of an IPv6 address. */
export function addressKey(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
