import { isReviewWizard, onboardingStep, type OnboardingStep, type Wizard } from './wizards.ts'

/** The routes of the web application, as the specification spells them. */
export const paths = {
  home: '/',
  logIn: '/login',
  signUp: '/sign_up',
  newSignUp: '/new_sign_up',
  getStarted: '/get_started',
  forgotPassword: '/forgotpassword',
  resetPassword: '/resetpassword',
  verifyEmail: '/verify_email',
  dashboard: '/dashboard',
  onboarding: (step: OnboardingStep) => `/onboarding/step-${step}`,
  /** Where a step of a trace is asked. */
  wizard: (wizard: Wizard) =>
    `/onboarding/step-${onboardingStep(wizard)}${isReviewWizard(wizard) ? `?wizard=${wizard}` : ''}`,
  switchNotification: '/onboarding/switch-notification',
  emailNotification: '/onboarding/email-notification',
  onboardingVideo: '/onboarding/video',
  pricingSummary: '/pricing_summary',
  taxSummary: '/tax_summary',
  imports: '/imports',
  importCsvs: '/imports/csvs',
  importManual: '/imports/manual',
  /** A new key for the connection of an account, or another sign-in (R2.58). */
  importFix: (slug: string, sourceId: string, method: 'oauth' | 'api' | 'wallet' | null) =>
    `/imports/options?slug=${encodeURIComponent(slug)}&action=fix&sourceid=${encodeURIComponent(sourceId)}${method === null ? '' : `&method=${method}`}`,
  importOptions: (slug: string) => `/imports/options?slug=${encodeURIComponent(slug)}`,
  /** Where Coinbase sends a person back to. */
  authorizeCoinbase: '/authorize/coinbase',
  transactionSources: '/transactionSources',
  wallets: '/wallets',
  complianceImports: '/compliance/imports',
  complianceHistory: '/compliance/import-history',
  complianceCsvs: '/compliance/imports/csvs',
  transactions: '/transactions',
  transactionsOf: (accountId: string) => `/transactions?account_id=${encodeURIComponent(accountId)}`,
  tax: '/tax',
  safeHarbor: '/tax/safe_harbor',
  taxMethods: (year: number) => `/tax/methods?year=${year}`,
  taxCalculation: (traceId: string) => `/tax-calculation?traceId=${encodeURIComponent(traceId)}`,
  /** The lines of Forms 1099-DA beside the sales of a year. */
  brokerLines: (year: number) => `/tax_filing/form_1099_da?year=${year}`,
  oneYear: (year: number) => `/one_year?year=${year}`,
  compareCalculations: '/tax/compare',
  manifest: (calculationId: string) => `/tax/manifest?id=${encodeURIComponent(calculationId)}`,
  holdings: '/holdings',
  plan: '/plan',
  settingsProfile: '/settings/profile',
  settingsExport: '/settings/export',
  /** Of one source of an account, by its connection. */
  exportOfSource: (id: string, group: string) =>
    `/settings/export?id=${encodeURIComponent(id)}&group=${encodeURIComponent(group)}`,
  /** Of what came to an account in one way: api, wallet, manual or CSV. */
  exportOfAccount: (id: string, type: string) =>
    `/settings/export?id=${encodeURIComponent(id)}&type=${encodeURIComponent(type)}`,
  settingsApi: '/settings/api',
  settingsMfa: '/settings/mfa-security',
  settingsTax: '/settings/tax',
  settingsTreatments: '/settings/treatments',
  settingsPrices: '/settings/prices',
  settingsRules: '/settings/rules',
  settingsNotifications: '/settings/notifications',
  settingsHistory: '/settings/history',
  errorLogs: (id: string) => `/error-logs?id=${encodeURIComponent(id)}`,
  taxProDashboard: '/tax_pro/dashboard',
  taxProProfile: '/tax_pro/settings/profile',
  taxProMfa: '/tax_pro/settings#mfa-security',
} as const

/** Where the template of a price file can be had, under the API host. */
export const PRICE_TEMPLATE_PATH = '/price_files/lotbook-prices.csv'

/** Where the holdings and their lots can be had as files, under the API host. */
export const HOLDINGS_CSV_PATH = '/users/crypto_assets/holdings.csv'
export const LOTS_CSV_PATH = '/users/crypto_assets/lots.csv'
/** R7.73: where what a source, or all sources of an account, brought can be had as CSV, under the API host. */
export const downloadOfSource = (id: string) => `/transaction/download_api_transactions/${id}`

/** Keys of the browser's local storage (O-37). */
export const STORAGE_KEYS = {
  importsPath: 'imports_path',
  onboarding: 'onboarding',
  successModalSignUp: 'successmodalsignup',
  safeHarborBannerClosed: 'safe_harbor_banner_closed',
} as const

/** R9.17: countries whose returns are US returns. */
export const US_REGIONS = ['US', 'PR', 'MP', 'GU', 'AS', 'VI'] as const
