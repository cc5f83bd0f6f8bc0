import { z } from 'zod'
import { attribution, countryCode, currencyCode, saved } from './common.ts'
import { COMPARED_METHODS } from './method-names.ts'
import { customerRoute, readRoute, signedInRoute } from './route.ts'
import { TOKEN_KINDS, TREATMENTS } from './treatment-names.ts'

/** Lot orders a person may choose (E17). */
export const METHODS = ['fifo', 'lifo', 'hifo', 'lofo', 'spec'] as const
export const POOLS = ['account', 'universal'] as const
export const TRANSFER_FEES = ['dispose', 'capitalize', 'carry'] as const

/** A token as its owner declares it; a rebasing one stands for no other asset. */
export const declaredToken = z.object({
  kind: z.enum(TOKEN_KINDS),
  asset: z.string(),
  of: z.string().nullable(),
})
export type DeclaredToken = z.infer<typeof declaredToken>

/** What is not said is the default. */
const chosen = z.object({
  wrapped: z.enum(TREATMENTS.wrapped).default('swap'),
  bridged: z.enum(TREATMENTS.bridged).default('trade'),
  liquid_staking: z.enum(TREATMENTS.liquid_staking).default('trade'),
  liquidity_pool: z.enum(TREATMENTS.liquidity_pool).default('trade'),
  lending_receipt: z.enum(TREATMENTS.lending_receipt).default('trade'),
  rebase: z.enum(TREATMENTS.rebase).default('income'),
  airdrop: z.enum(TREATMENTS.airdrop).default('income'),
  staking_lockup: z.enum(TREATMENTS.staking_lockup).default('keep'),
  staking_return: z.enum(TREATMENTS.staking_return).default('unknown'),
  rebate: z.enum(TREATMENTS.rebate).default('none'),
  loan: z.enum(TREATMENTS.loan).default('market'),
  exchange_fee: z.enum(TREATMENTS.exchange_fee).default('given'),
})

export const taxSettings = z.object({
  method: z.enum(METHODS),
  pool_before_2025: z.enum(POOLS),
  transfer_fee: z.enum(TRANSFER_FEES),
  time_zone: z.string(),
  /** The allocation on record for 2025-01-01, or null; used only when the pool was universal. Accounts by their keys. */
  safe_harbor: z
    .union([
      z.object({
        type: z.literal('specific'),
        record_id: z.uuid(),
        /** Earlier records, the oldest first, which count for the assets that they bind or that later ones left out. */
        bound_by: z.array(z.uuid()).default([]),
      }),
      // Calculations that were kept before there was another know it without its type.
      z.object({
        type: z.literal('global').default('global'),
        order: z.enum(COMPARED_METHODS),
        accounts: z.array(z.string()),
      }),
    ])
    .nullable(),
  /** Standing orders in the order they were recorded; accounts by their keys. The last that fits a sale counts. */
  standing_orders: z
    .array(
      z.object({
        account: z.string().nullable(),
        asset: z.string().nullable(),
        from: z.string(),
        method: z.enum(METHODS),
        recorded_at: z.string(),
        ended_at: z.string().nullable(),
      }),
    )
    .default([]),
  /**
   * Methods that years were filed with, where the method is another now: each counts for sales up to the end of its year, and after the one
   * before. A method that is changed never reaches back behind what was filed.
   */
  filed_methods: z.array(z.object({ year: z.int(), method: z.enum(METHODS) })).default([]),
  /** What the law leaves open, as it is chosen (N17). */
  treatments: chosen.prefault({}),
  /** What tokens stand for or do, in the order of their names. */
  tokens: z.array(declaredToken).default([]),
})
export type TaxSettings = z.infer<typeof taxSettings>

/** The method that sales of a year go by, but for standing orders and lots that are named. */
export function methodOfYear(
  { method, filed_methods }: Pick<TaxSettings, 'method' | 'filed_methods'>,
  year: number,
): TaxSettings['method'] {
  return filed_methods.find((filed) => filed.year >= year)?.method ?? method
}

export const settingData = z.object({
  updated_at: z.string(),
  country_code: z.string(),
  /** The currency that values are shown in, and that entries by hand are paid in. */
  currency: z.string(),
  /** The currency of the return: taxes, calculations and forms are in it. */
  tax_currency: z.string(),
  /** The source of the exchange rates that values are shown at, where its terms ask to be named; null where nothing is converted. */
  rate_attribution: attribution.nullable(),
  time_zone: z.string(),
  /** By the person, or because an allocation is on record: it has nothing more to say. */
  is_safe_harbor_banner_dismissed: z.boolean(),
})

/** Kinds of mail that a customer may turn off; those that guard the account are always sent. */
export const MAIL_SWITCHES = ['import_mails', 'calculation_mails'] as const
export type MailSwitch = (typeof MAIL_SWITCHES)[number]

const mailSwitches = z.object({ import_mails: z.boolean(), calculation_mails: z.boolean() })

export const notificationSettings = mailSwitches.extend({
  /** False where the installation has no mail server. */
  sends_mail: z.boolean(),
  address: z.string(),
  /** Until the address is confirmed, only the mails that guard the account go to it. */
  is_address_confirmed: z.boolean(),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

export const settings = {
  /** R7.28 */
  setting: signedInRoute.route({ method: 'GET', path: '/setting' }).output(z.object({ data: settingData })),
  /** R7.29: a map of feature name to boolean. */
  featureToggles: signedInRoute
    .route({ method: 'GET', path: '/feature_toggles/' })
    .output(z.object({ features: z.record(z.string(), z.boolean()) })),
  taxSettings: readRoute.route({ method: 'GET', path: '/setting/tax' }).output(taxSettings),
  /** Any change makes a calculation necessary again. What is on record is not set here. */
  saveTaxSettings: customerRoute
    .route({ method: 'POST', path: '/setting/tax' })
    .input(
      taxSettings.omit({
        standing_orders: true,
        safe_harbor: true,
        filed_methods: true,
        treatments: true,
        tokens: true,
      }),
    )
    .output(saved),
  /** Which mails are on, and where they go. */
  notificationSettings: customerRoute
    .route({ method: 'GET', path: '/setting/notifications' })
    .output(notificationSettings),
  /** A kind that is not named stays as it is. */
  saveNotificationSettings: customerRoute
    .route({ method: 'POST', path: '/setting/notifications' })
    .input(mailSwitches.partial())
    .output(saved),
  saveLocation: customerRoute
    .route({ method: 'POST', path: '/setting/location' })
    .input(
      z.object({
        country_code: countryCode,
        time_zone: z.string().max(64),
        /** One of those of `GET /currency`; without it the choice stays. */
        currency: currencyCode.optional(),
      }),
    )
    .output(saved),
}
