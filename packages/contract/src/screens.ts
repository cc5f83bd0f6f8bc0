/**
 * Addresses of the web application's screens: segments, of which one that begins with `$` stands for any text, and a lone `$` for
 * all that follows. A test of the web application holds the list to its router.
 */
export const SCREENS = [
  '/',
  '/accept_invitation',
  '/admin',
  '/authorize/coinbase',
  '/choose_plan_mobile',
  '/compliance/import-history',
  '/compliance/imports',
  '/compliance/imports/csvs',
  '/dashboard',
  '/error-logs',
  '/forgotpassword',
  '/get_started',
  '/holdings',
  '/imports',
  '/imports/csvs',
  '/imports/formats',
  '/imports/manual',
  '/imports/options',
  '/labs/dashboard',
  '/labs/discover',
  '/labs/price/$id',
  '/labs/research-portfolios',
  '/login',
  '/new_sign_up',
  '/onboarding/email-notification',
  '/onboarding/step-1',
  '/onboarding/step-2',
  '/onboarding/step-3',
  '/onboarding/step-4',
  '/onboarding/step-5',
  '/onboarding/switch-notification',
  '/onboarding/video',
  '/one_year',
  '/payments/done',
  '/payments/plans',
  '/payments/test',
  '/plan',
  '/pricing',
  '/pricing_summary',
  '/resetpassword',
  '/settings',
  '/settings/api',
  '/settings/billing-history',
  '/settings/export',
  '/settings/history',
  '/settings/mfa-security',
  '/settings/notifications',
  '/settings/prices',
  '/settings/profile',
  '/settings/rules',
  '/settings/tax',
  '/settings/treatments',
  '/sign_up',
  '/tax',
  '/tax-calculation',
  '/tax/compare',
  '/tax/manifest',
  '/tax/methods',
  '/tax/safe_harbor',
  '/tax_filing',
  '/tax_filing/form_1099_da',
  '/tax_pro/$',
  '/tax_pro/dashboard',
  '/tax_pro/paymentForm',
  '/tax_pro/payments/invitation',
  '/tax_pro/settings',
  '/tax_pro/settings/profile',
  '/tax_pro/view_customer',
  '/tax_summary',
  '/transactionSources',
  '/transactions',
  '/verify_email',
  '/wallets',
  '/work_with_tax_pro',
] as const

/** Whether a path, without its query, is the address of a screen; a slash at its end changes nothing. */
export function isScreen(path: string): boolean {
  const segments = (path.length > 1 ? path.replace(/\/$/, '') : path).split('/')
  return SCREENS.some((screen) => fits(screen.split('/'), segments))
}

function fits(screen: readonly string[], segments: readonly string[]): boolean {
  if (screen.at(-1) === '$' ? segments.length < screen.length : segments.length !== screen.length)
    return false
  return screen.every((segment, n) => segment.startsWith('$') || segment === segments[n])
}
