import { z } from 'zod'
import { decimalText, id, instantText, pageMeta, success } from './common.ts'
import { shownCurrency } from './display-currency.ts'
import { importHistory, importSource, SOURCES_PAGE_SIZE } from './imports.ts'
import { customerRoute, readRoute } from './route.ts'

/** Accounts of a page of the side list. */
export const WALLETS_PAGE_SIZE = 100
/** Assets of a page of an account's balances. */
export const BALANCES_PAGE_SIZE = 20

/** Headings of the side list. */
export const ACCOUNT_GROUPS = ['exchanges', 'wallets', 'files', 'manual'] as const
export type AccountGroup = (typeof ACCOUNT_GROUPS)[number]

const importType = importHistory.shape.type

/** An account of the side list (R3.49), with all that its row of the import history has. */
export const walletAccount = importHistory.extend({
  /** The account's id. */
  value: id,
  /** The name shown: the person's, else that of its source. */
  label: z.string(),
  slug: z.string(),
  is_empty: z.boolean(),
  group: z.enum(ACCOUNT_GROUPS),
  source_count: z.number().int(),
  /** Transactions of each quarter of a year that has any, in UTC: its first day, and how many. */
  quarters: z.array(z.object({ from: z.string(), transactions: z.number().int() })),
})
export type WalletAccount = z.infer<typeof walletAccount>

/** One account (R3.50). */
export const walletDetail = walletAccount.extend({
  address: z.string().nullable(),
  allow_resync_new: z.boolean(),
  in_progress: z.boolean(),
  /** Transactions of each calendar year in UTC, and whether its return was marked as filed. */
  years: z.array(z.object({ year: z.number().int(), transactions: z.number().int(), is_filed: z.boolean() })),
})
export type WalletDetail = z.infer<typeof walletDetail>

/** How a computed balance compares with what the account reports. */
export const PROOFS = ['matches', 'differs', 'not_reported'] as const
export type Proof = (typeof PROOFS)[number]

/** What an account holds by its transactions, valued at the newest known prices. Cash is in none of it. */
export const accountBalance = z.object({
  id,
  /** Of the assets that have a price and are not below zero. */
  value: decimalText,
  /** Assets held. */
  assets: z.number().int(),
  /** Of these, without any known price: not in the value. */
  unpriced: z.number().int(),
  /** Assets of which more left than came in: history is missing, and they are not in the value. */
  below_zero: z.number().int(),
  proof: z.enum(PROOFS),
  /** By how much the reported assets differ, priced; null where nothing is reported. */
  difference: decimalText.nullable(),
})
export type AccountBalance = z.infer<typeof accountBalance>

/** All accounts together. */
export const walletBalances = z.object({
  ...shownCurrency.shape,
  at: instantText,
  value: decimalText,
  /** Assets held in any account, each once; of these without any known price. */
  assets: z.number().int(),
  unpriced: z.number().int(),
  /** Balances below zero: an asset in two accounts is two. */
  below_zero: z.number().int(),
  accounts: z.array(accountBalance),
})
export type WalletBalances = z.infer<typeof walletBalances>

/** An account's balance of one asset. */
export const assetBalance = z.object({
  asset: z.string(),
  symbol: z.string(),
  name: z.string(),
  /** All that came less all that went. */
  quantity: decimalText,
  /** What the account said that it holds, newest first; null where it did not say. */
  reported: decimalText.nullable(),
  /** When it said so, and what was computed at that moment; null where it did not. */
  reported_at: instantText.nullable(),
  computed_then: decimalText.nullable(),
  /** Null where no price is known, or the quantity is below zero. */
  value: decimalText.nullable(),
  /** The moment of the price. */
  priced_at: instantText.nullable(),
})
export type AssetBalance = z.infer<typeof assetBalance>

/** A stated balance beside the one computed for its moment. */
const comparedBalance = z.object({ at: instantText, stated: decimalText, computed: decimalText })

/** Movements that the answer names at most: the first ones, and the suspected one. */
export const PARTING_ROWS = 20

/** Where the computed balance of an asset parts from what the account states (N10). */
export const balanceParting = z.object({
  asset: z.string(),
  symbol: z.string(),
  /** The last moment at which both agree; null where they never do. */
  agreed: comparedBalance.nullable(),
  /** The next stated balance after it; null where they agree to the end, or none is stated. */
  parted: comparedBalance.nullable(),
  /** The transactions between the two, the first ones, and how many they are. */
  rows: z.array(
    z.object({
      id,
      at: instantText,
      /** Its type in words. */
      label: z.string(),
      /** Below zero where it went out, fees included. */
      change: decimalText,
    }),
  ),
  rows_total: z.number().int(),
  /** The transaction that alone makes the difference: the account does not count it, or it went the other way. */
  suspect: z.object({ id, kind: z.enum(['extra', 'reversed']) }).nullable(),
})
export type BalanceParting = z.infer<typeof balanceParting>

const type = importType.optional()
const one = z.object({ id, type })

export const wallets = {
  /** R7.81: the accounts of the side list, by name. */
  accounts: readRoute
    .route({ method: 'GET', path: '/wallets/v1/assets/accounts' })
    .input(
      z.object({
        page: z.coerce.number().int().min(1).max(100_000).default(1),
        size: z.coerce.number().int().min(1).max(200).default(WALLETS_PAGE_SIZE),
      }),
    )
    .output(z.object({ wallet_exists: z.boolean(), data: z.array(walletAccount), meta: pageMeta })),
  /** What every account holds. */
  balances: readRoute.route({ method: 'GET', path: '/wallets/v1/assets/balances' }).output(walletBalances),
  /** What one account holds, the largest value first. */
  accountBalances: readRoute
    .route({ method: 'GET', path: '/wallets/v1/assets/balances/{id}' })
    .input(
      z.object({
        id,
        page: z.coerce.number().int().min(1).max(100_000).default(1),
        size: z.coerce.number().int().min(1).max(200).default(BALANCES_PAGE_SIZE),
      }),
    )
    .output(
      z.object({
        ...shownCurrency.shape,
        total: accountBalance,
        data: z.array(assetBalance),
        meta: pageMeta,
      }),
    ),
  /** The moment and the transactions at which the computed balance of an asset parts from the stated one. */
  balanceParting: readRoute
    .route({ method: 'GET', path: '/wallets/v1/assets/balances/{id}/parting' })
    .input(z.object({ id, asset: z.string().min(1).max(200) }))
    .output(z.object({ data: balanceParting })),
  /** R7.85: one account; with `type` only if something came to it in that way. */
  account: readRoute
    .route({ method: 'GET', path: '/wallets/v1/imports' })
    .input(one)
    .output(z.object({ data: walletDetail })),
  /** R7.86: its sources, or those of one type. */
  importSources: readRoute
    .route({ method: 'GET', path: '/wallets/v1/imports/{id}/import_sources' })
    .input(
      one.extend({
        page: z.coerce.number().int().min(1).max(100_000).default(1),
        size: z.coerce.number().int().min(1).max(200).default(SOURCES_PAGE_SIZE),
      }),
    )
    .output(z.object({ data: z.array(importSource), meta: pageMeta })),
  /** R7.87 */
  updateUsBased: customerRoute
    .route({ method: 'POST', path: '/wallets/v1/imports/update_us_based' })
    .input(one.extend({ us_based: z.boolean() }))
    .output(success),
  /** R7.88 */
  updateName: customerRoute
    .route({ method: 'POST', path: '/wallets/v1/imports/update_name' })
    .input(one.extend({ name: z.string().trim().min(1).max(100) }))
    .output(success),
  /** R7.89: the account with all that came to it; with `type` what came in that way, and the account if that was all. */
  remove: customerRoute
    .route({ method: 'DELETE', path: '/wallets/v1/imports/{id}', inputStructure: 'detailed' })
    .input(
      z.object({
        params: z.object({ id }),
        query: z
          .object({ type })
          .optional()
          .transform((query) => query ?? {}),
      }),
    )
    .output(success),
}
