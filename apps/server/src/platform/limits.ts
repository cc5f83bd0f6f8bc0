import type { Clock } from './clock.ts'
import { type Database, identityRow } from './database.ts'
import { refuse } from './refusal.ts'
import { sql } from './sql.ts'

/** A token bucket: `burst` at once, then `perSecond`. */
interface Bucket {
  readonly perSecond: number
  readonly burst: number
}

const perMinute = (count: number) => count / 60
const perHour = (count: number) => count / 3600
const perDay = (count: number) => count / 86_400

/** Section 6 of the security page; those of sign-in are always kept in the database (`auth-limits.ts`). */
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

/**
 * The limits of requests. With a database of its own a node is alone and counts in memory; where other nodes may be on the database, what
 * memory allows is counted there too, in one statement, so that a limit is the same however many nodes answer.
 */
export class Limits {
  readonly #clock: Clock
  readonly #shared: Database | undefined
  readonly #levels = new Map<string, { level: number; at: number }>()

  /** @param shared - the database that other nodes may be on. */
  constructor(clock: Clock, shared?: Database) {
    this.#clock = clock
    this.#shared = shared
  }

  /** Take one; refuses with `too_many_requests` and the seconds to wait. */
  async take(name: LimitName, key: string): Promise<void> {
    this.#takeHere(name, key)
    if (this.#shared === undefined) return
    const waitSeconds = await takeShared(this.#shared, name, key)
    if (waitSeconds > 0) refuseFor(waitSeconds)
  }

  #takeHere(name: LimitName, key: string): void {
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
    if (waitSeconds > 0) refuseFor(waitSeconds)
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

/** By the clock of the database, which all nodes share. A bucket that is full again may have been forgotten. */
async function takeShared(db: Database, name: LimitName, key: string): Promise<number> {
  const { burst, perSecond } = BUCKETS[name]
  const level = sql`least(${burst}, l.level + greatest(0, extract(epoch from clock_timestamp() - l.at)) * ${perSecond})`
  const taken = await identityRow(
    db,
    sql`
      insert into identity.request_levels as l (name, key, level, at)
      values (${name}, ${key}, ${burst}::float8 - 1, clock_timestamp())
      on conflict (name, key) do update set level = ${level} - 1, at = clock_timestamp() where ${level} >= 1
      returning true as taken`,
  )
  if (taken !== undefined) return 0
  const left = await identityRow<{ level: number }>(
    db,
    sql`select ${level}::float8 as level from identity.request_levels l where (name, key) = (${name}, ${key})`,
  )
  // Refilled meanwhile, it is still this one that was refused.
  return Math.max(1, Math.ceil((1 - (left?.level ?? 0)) / perSecond))
}

/** After a day even the slowest bucket is full again, and a full one need not be known. */
export async function forgetFullLevels(db: Database): Promise<void> {
  await db.identity.query(`delete from identity.request_levels where at < now() - interval '1 day'`)
  await db.identity.query(`delete from identity.rate_buckets where refilled_at < now() - interval '1 day'`)
}

function refuseFor(waitSeconds: number): never {
  return refuse('too_many_requests', waitWords(waitSeconds), { retryAfter: waitSeconds })
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
