import { z } from 'zod'
import { countryCode, currencyCode, success, textOfForm } from './common.ts'
import { customerRoute, signedInRoute } from './route.ts'

/** A path of this application, with its search; never an address of another. */
const ownPath = textOfForm(/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,500}$/, 'a path such as /imports is expected')

/** Code that a partner puts into the address it sends people to. */
const aggregatorCode = textOfForm(
  /^[\w.-]{1,64}$/,
  'a code of at most 64 letters, digits, dots, dashes and underscores is expected',
)

/** Providers that may send people here, this installation itself among them under the name of its host (O-28). */
export const SUPPORTED_PROVIDERS = ['Coinbase Pro', 'Binance US', '{host}', 'Voyager', 'Ascendex'] as const

/** Providers whose codes are not kept (O-28). */
export const BLOCKED_PROVIDERS: readonly string[] = ['coinbase']

export const onboardingFlag = z.object({
  onboarded: z.boolean(),
  is_imported: z.boolean(),
  is_customer: z.boolean(),
  currency: z.string(),
})

export const onboarding = {
  /** R7.36 */
  flag: signedInRoute
    .route({ method: 'GET', path: '/onboarding/settings/onboarding_flag' })
    .output(onboardingFlag),
  /** R7.38: customer or tax professional, once, before any data; refused with `already_chosen`. */
  updateRole: signedInRoute
    .route({ method: 'POST', path: '/onboarding/settings/update_role' })
    .input(z.object({ role: z.enum(['customer', 'cpa']) }))
    .output(success),
  /** R7.39: country, currency and time zone, asked once together; marks a customer as onboarded. */
  saveLocation: signedInRoute
    .route({ method: 'POST', path: '/onboarding/settings/save_location' })
    .input(
      z.object({
        country_code: countryCode,
        currency: currencyCode.default('USD'),
        time_zone: z.string().max(64),
      }),
    )
    .output(success),
  /** R7.40: IANA names, and the customer's own. */
  timeZones: signedInRoute
    .route({ method: 'GET', path: '/timezone' })
    .output(z.object({ time_zone: z.string(), time_zones: z.array(z.string()) })),
  /** R7.41: the currency that is shown, and those that there are rates of. */
  currencies: signedInRoute
    .route({ method: 'GET', path: '/currency' })
    .output(z.object({ currency: z.string(), currencies: z.array(z.string()) })),
  /** R7.37: mails the signed-in person a link to a screen of this application, to be opened at a desk. */
  sendDesktopLink: signedInRoute
    .route({ method: 'POST', path: '/onboarding/settings/send_desktop_link' })
    .input(z.object({ redirectTo: ownPath.default('/') }))
    .output(success),
  /** R7.31: keeps the code of the partner that sent a person here; the first one stays. */
  processAggregator: customerRoute
    .route({ method: 'POST', path: '/users/process_aggregator' })
    .input(z.object({ aggregator_params: z.object({ aggregator: aggregatorCode }) }))
    .output(success),
  /** R9.32: the source of the provider on the list that sent a person here, which they are asked for first; null where nobody did. */
  partnerSource: customerRoute
    .route({ method: 'GET', path: '/users/partner_source' })
    .output(z.object({ data: z.object({ slug: z.string(), name: z.string() }).nullable() })),
  /** R7.30 */
  dismissSafeHarborBanner: customerRoute
    .route({ method: 'POST', path: '/users/dismiss_safe_harbor_banner' })
    .output(success),
}
