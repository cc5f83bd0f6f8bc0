/** A payment of a chain's own coin to or from an account. */
export interface AccountPayment {
  /** Ordinal from 0, which its hash follows from. */
  readonly n: number
  /** Milliseconds since 1970, which its block follows from. */
  readonly at: number
  readonly units: bigint
  readonly isOut: boolean
}

/** What a provider knows of one account. Payments can be added while they are fetched. */
export interface AccountHistory {
  readonly address: string
  readonly other: string
  readonly payments: AccountPayment[]
}

/** The fee of each payment that goes out. */
export const FEE = 1_000n
const HOUR = 3_600_000
const SECONDS_OF_BLOCK = 5

export const secondsOf = ({ at }: AccountPayment): number => at / 1000
export const isoTimeOf = ({ at }: AccountPayment): string => new Date(at).toISOString().replace('.000', '')
export const blockOf = ({ at }: AccountPayment): number => Math.floor(at / 1000 / SECONDS_OF_BLOCK)
export const hashOf = ({ n }: AccountPayment): string => (n + 1).toString(16).padStart(64, '0')

/** The last block of an account's chain. */
export const lastBlock = ({ payments }: Pick<AccountHistory, 'payments'>): number =>
  Math.max(1_000, ...payments.map(blockOf))

/** Payments once an hour, of which every third goes out, so that something is always left. */
export function paymentsOf(count: number, { from = 0, start = Date.UTC(2023, 0, 1) } = {}): AccountPayment[] {
  return Array.from({ length: count }, (_, i) => {
    const n = from + i
    return { n, at: start + i * HOUR, units: n % 3 === 2 ? 500_000n : 1_000_000n, isOut: n % 3 === 2 }
  })
}

/** What is held after all payments, in smallest units. */
export function heldAfter({ payments }: Pick<AccountHistory, 'payments'>): bigint {
  return payments.reduce((sum, { units, isOut }) => (isOut ? sum - units - FEE : sum + units), 0n)
}

/** One answer of a list: the entries behind a place, and the place of the next answer where more follow. */
export function pageBehind<T>(
  all: readonly T[],
  start: number,
  size: number,
): { readonly page: readonly T[]; readonly next: number | null } {
  return { page: all.slice(start, start + size), next: start + size < all.length ? start + size : null }
}
