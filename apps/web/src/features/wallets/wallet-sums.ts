import { shortAccount } from '@lotbook/journal'
import type { AccountBalance, AccountGroup, Proof, WalletAccount, WalletBalances } from '@lotbook/contract'
import { formatDecimal, isZero, sum } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'
import { shortFileName } from '../../ui/format/shorten.ts'
import { counted } from '../imports/import-state.ts'

/** Headings in their order, as they are written. */
export const GROUPS: readonly (readonly [AccountGroup, string])[] = [
  ['exchanges', 'Exchanges'],
  ['wallets', 'Wallets'],
  ['files', 'Files'],
  ['manual', 'Manual'],
]

/** A part of the computed balance by what its accounts report. */
export interface ProofPart {
  readonly proof: Proof
  /** Exact decimal text, like every amount here. */
  readonly value: string
  /** The same; null where its accounts hold something and nothing of it has a price. */
  readonly known: string | null
  readonly accounts: number
  /** Null where what differs has no price. */
  readonly difference: string | null
}

/** The computed balance of accounts and its parts; the parts add up to it. */
export interface WalletSums {
  readonly value: string
  readonly assets: number
  readonly unpriced: number
  readonly below_zero: number
  readonly parts: readonly ProofPart[]
}

export function sumsOf(accounts: readonly AccountBalance[]): WalletSums {
  const part = (proof: Proof): ProofPart => {
    const of = accounts.filter((row) => row.proof === proof)
    const difference = sum(of.map((row) => readAmount(row.difference ?? '0')))
    return {
      proof,
      value: totalOf(of),
      known: knownValue({ value: totalOf(of), ...countsOf(of) }),
      accounts: of.length,
      // What differs and is worth nothing has no price.
      difference: isZero(difference) ? null : formatDecimal(difference),
    }
  }
  return {
    value: totalOf(accounts),
    ...countsOf(accounts),
    parts: [part('matches'), part('differs'), part('not_reported')].filter((one) => one.accounts > 0),
  }
}

function countsOf(
  accounts: readonly AccountBalance[],
): Pick<WalletSums, 'assets' | 'unpriced' | 'below_zero'> {
  const count = (of: (row: AccountBalance) => number) => accounts.reduce((all, row) => all + of(row), 0)
  return {
    assets: count(({ assets }) => assets),
    unpriced: count(({ unpriced }) => unpriced),
    below_zero: count((row) => row.below_zero),
  }
}

function totalOf(accounts: readonly Pick<AccountBalance, 'value'>[]): string {
  return formatDecimal(sum(accounts.map(({ value }) => readAmount(value))))
}

/** The computed value; null where something is held and nothing of it has a price. */
export function knownValue({
  value,
  assets,
  unpriced,
  below_zero,
}: Pick<WalletSums, 'value' | 'assets' | 'unpriced' | 'below_zero'>): string | null {
  return unpriced > 0 && assets === unpriced + below_zero ? null : value
}

/** Balances of these accounts and no others. */
export function balancesOf(
  { accounts }: WalletBalances,
  rows: readonly Pick<WalletAccount, 'id'>[],
): AccountBalance[] {
  const ids = new Set(rows.map(({ id }) => id))
  return accounts.filter(({ id }) => ids.has(id))
}

/** What keeps a computed balance from being all there is, in a sentence each. */
export function leftOut({
  unpriced,
  below_zero,
}: Pick<AccountBalance, 'unpriced' | 'below_zero'>): readonly string[] {
  return [
    ...(unpriced > 0
      ? [`${counted(unpriced, 'asset')} without a price ${unpriced === 1 ? 'is' : 'are'} not in it.`]
      : []),
    ...(below_zero > 0
      ? [
          `${counted(below_zero, 'balance')} below zero ${below_zero === 1 ? 'is' : 'are'} not in it: more left than came in, so history is missing.`,
        ]
      : []),
  ]
}

/**
 * The name of an account for the side list: an address by its ends, and the name of a file cut, the whole of which belongs in the
 * tooltip. A name that a person gave stays whole and wraps.
 */
export function shortLabel(label: string): string {
  return /\.(csv|xlsx?)$/i.test(label) ? shortFileName(label) : shortAccount(label)
}

/** "2 files · 2 h ago": how its history came, and when. */
export function waysOf(
  { type, source_count }: Pick<WalletAccount, 'type' | 'source_count'>,
  ago: string | undefined,
): string {
  const way = {
    api: 'API',
    wallet: 'Address',
    manual: 'Entered by hand',
    CSV: counted(source_count, 'file'),
  }[type]
  return [source_count === 0 ? 'Nothing to read from' : way, ...(ago === undefined ? [] : [ago])].join(' · ')
}
