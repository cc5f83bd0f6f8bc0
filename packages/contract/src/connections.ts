import { z } from 'zod'
import { decimalText, id, success } from './common.ts'
import { customerRoute } from './route.ts'

/** Longest text that a field of a key takes: a private key in PEM is shorter. */
const MOST_OF_KEY = 4_096

const keyField = z.string().max(MOST_OF_KEY).optional().default('')

/** The fields of an API form under the names that the specification gives them (R3.18 to R3.23). */
export const apiImportInput = z.object({
  exchange_name: z.string().min(1).max(100),
  /** The API key. */
  access_token: keyField,
  /** The secret. */
  refresh_token: keyField,
  /** The passphrase; for some exchanges the customer id. */
  password: keyField,
  private_key: keyField,
  key_name: keyField,
  /** From the beginning, also where a part was fetched before. */
  import_all: z.boolean().optional().default(false),
  /** A new key for the connection `source_id`. */
  is_update: z.boolean().optional().default(false),
  source_id: id.nullish(),
  /** The person knows that the key may do more than read. */
  keep_anyway: z.boolean().optional().default(false),
  /** Only what is new since the last time. */
  resync: z.boolean().optional().default(false),
})
export type ApiImportInput = z.infer<typeof apiImportInput>

export const connected = z.object({
  /** `confirm`: the key may do more than read; nothing was kept, and the person says whether it shall be. */
  status: z.enum(['success', 'confirm']),
  source_id: id.nullable(),
  first_import: z.boolean(),
  /** What the key may do besides reading. */
  may: z.array(z.enum(['trade', 'withdraw'])),
})
export type Connected = z.infer<typeof connected>

/** The fields of a wallet form (R3.25, R7.46). */
export const walletImportInput = z.object({
  /** Slug or ticker of the chain. */
  coin: z.string().min(1).max(64),
  address: z.string().max(400).optional().default(''),
  /** Slug of the wallet that the address is of. */
  wallet: z.string().max(100).optional().default(''),
  us_based: z.boolean().optional(),
  /** Whether what is given is an extended public key. */
  xpub: z.boolean().optional().default(false),
  xpub_key: z.string().max(400).optional().default(''),
  custom_wallet_name: z.string().max(120).optional().default(''),
  import_all: z.boolean().optional().default(false),
  resync: z.boolean().optional().default(false),
})
export type WalletImportInput = z.infer<typeof walletImportInput>

/** Wallets of one call. */
export const MOST_WALLETS = 100

/** What a chain says of an address before it is imported. */
export const addressLook = z.object({
  is_smart_contract: z.boolean(),
  /** Transactions of the address, where the chain tells; null where it does not. */
  transaction_count: z.number().int().nullable(),
  /** So many that the person is told. */
  is_extremely_active: z.boolean(),
})
export type AddressLook = z.infer<typeof addressLook>

/** A line of the form for several wallets, and the chains that its history can be fetched from. */
export const addressLine = z.object({
  outcome: z.enum(['address', 'secret', 'unknown']),
  /** Reason why it is no address, or a note on one. */
  message: z.string().nullable(),
  is_extended_key: z.boolean(),
  chains: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      default_coin: z.string().nullable(),
      /** It is connected on this chain already. */
      is_imported: z.boolean(),
    }),
  ),
})
export type AddressLine = z.infer<typeof addressLine>

const wallets = z
  .array(z.object({ address: z.string().min(1).max(400), chains: z.array(z.string().max(64)).min(1) }))
  .min(1)
  .max(MOST_WALLETS)

const walletsImported = z.object({
  status: z.enum(['success', 'partial_success']),
  /** `INVALID_EXCHANGE`: some were not imported, since their chain is not known here. */
  code: z.enum(['INVALID_EXCHANGE']).nullable(),
  message: z.string(),
  source_ids: z.array(id),
  first_import: z.boolean(),
})

/** An address that the customer's own transfers went to, and that is none of the accounts: it may be theirs. */
export const foundWallet = z.object({
  address: z.string(),
  /** Chains that it was met on. */
  chains: z.array(z.object({ slug: z.string(), name: z.string(), can_be_fetched: z.boolean() })),
  /** Transfers whose other side is missing. */
  transfers: z.number().int(),
  first_at: z.string(),
  last_at: z.string(),
  amounts: z.array(
    z.object({
      asset: z.string(),
      symbol: z.string(),
      direction: z.enum(['out', 'in']),
      quantity: decimalText,
    }),
  ),
  /** The newest of the transfers. */
  transactions: z.array(id),
})
export type FoundWallet = z.infer<typeof foundWallet>

export const connections = {
  /** Begin a sign-in at Coinbase: where the browser goes (R7.11). */
  beginCoinbase: customerRoute
    .route({ method: 'POST', path: '/authorize/coinbase' })
    .input(z.object({ source_id: id.nullish() }))
    .output(z.object({ url: z.string() })),
  /** The return from it. */
  finishCoinbase: customerRoute
    .route({ method: 'POST', path: '/authorize/coinbase/return' })
    .input(z.object({ code: z.string().min(1).max(2_000), state: z.string().min(1).max(2_000) }))
    .output(connected),
  apiImport: customerRoute
    .route({ method: 'POST', path: '/imports/v1/api_imports' })
    .input(apiImportInput)
    .output(connected),
  complianceApiImport: customerRoute
    .route({ method: 'POST', path: '/compliance/v1/api_imports' })
    .input(apiImportInput)
    .output(connected),
  blockchainQuery: customerRoute
    .route({ method: 'POST', path: '/blockchain_query' })
    .input(walletImportInput)
    .output(connected),
  checkSmartContract: customerRoute
    .route({ method: 'POST', path: '/check_smart_contract' })
    .input(z.object({ chain: z.string().min(1).max(64), address: z.string().min(1).max(400) }))
    .output(addressLook),
  /** Looks up the lines of the form for several wallets; the answers are in the order of the lines. */
  findAddresses: customerRoute
    .route({ method: 'POST', path: '/wallets/v1/bulk_imports/find_addresses' })
    .input(z.object({ addresses: z.array(z.string().trim().min(1).max(400)).min(1).max(MOST_WALLETS) }))
    .output(z.object({ data: z.array(addressLine) })),
  importWallets: customerRoute
    .route({ method: 'POST', path: '/wallets/v1/bulk_imports/import_wallets' })
    .input(
      z.object({
        wallets,
        /** Slug of the wallet that they are of. */
        exchange: z.string().max(100).optional().default(''),
        xpub: z.boolean().optional().default(false),
      }),
    )
    .output(walletsImported),
  /** R7.90: addresses that the customer's transfers suggest, those with the most transfers first. */
  walletFinder: customerRoute
    .route({ method: 'GET', path: '/wallets/v1/wallet_finders/address_list' })
    .output(z.object({ data: z.array(foundWallet) })),
  /** R7.91 */
  importFoundWallets: customerRoute
    .route({ method: 'POST', path: '/wallets/v1/wallet_finders/import_wallets' })
    .input(z.object({ wallets }))
    .output(walletsImported),
  /** R7.92: they are not suggested again. */
  dismissFoundWallets: customerRoute
    .route({ method: 'POST', path: '/wallets/v1/wallet_finders/dismiss_wallets' })
    .input(z.object({ wallets }))
    .output(success),
}
