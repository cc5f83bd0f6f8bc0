import { z } from 'zod'
import { success } from './common.ts'
import { customerRoute, signedInRoute } from './route.ts'

/** Lot orders a person may choose (E17). */
export const METHODS = ['fifo', 'lifo', 'hifo', 'lofo', 'spec'] as const
export const POOLS = ['account', 'universal'] as const
export const TRANSFER_FEES = ['dispose', 'capitalize', 'carry'] as const

export const taxSettings = z.object({
  method: z.enum(METHODS),
  pool_before_2025: z.enum(POOLS),
  transfer_fee: z.enum(TRANSFER_FEES),
  time_zone: z.string(),
  /** A recorded global allocation for 2025-01-01, or null; used only when the pool was universal. */
  safe_harbor: z
    .object({ order: z.enum(['fifo', 'lifo', 'hifo', 'lofo']), accounts: z.array(z.string()) })
    .nullable(),
})
export type TaxSettings = z.infer<typeof taxSettings>

export const settingData = z.object({
  updated_at: z.string(),
  country_code: z.string(),
  currency: z.string(),
  time_zone: z.string(),
  is_safe_harbor_banner_dismissed: z.boolean(),
})

export const settings = {
  /** R7.28 */
  setting: signedInRoute.route({ method: 'GET', path: '/setting' }).output(z.object({ data: settingData })),
  /** R7.29: a map of feature name to boolean. */
  featureToggles: signedInRoute
    .route({ method: 'GET', path: '/feature_toggles/' })
    .output(z.object({ features: z.record(z.string(), z.boolean()) })),
  taxSettings: customerRoute.route({ method: 'GET', path: '/setting/tax' }).output(taxSettings),
  /** Any change makes a calculation necessary again. */
  saveTaxSettings: customerRoute
    .route({ method: 'POST', path: '/setting/tax' })
    .input(taxSettings)
    .output(success),
  saveLocation: customerRoute
    .route({ method: 'POST', path: '/setting/location' })
    .input(z.object({ country_code: z.string().regex(/^[A-Z]{2}$/), time_zone: z.string().max(64) }))
    .output(success),
}
