/**
 * The exact words of the product, in one place. What stands in the specification stands here character for
 * character; {name} is filled in by `fill`. No other module holds them.
 */
export const messages = {
  import: {
    searchPlaceholder: 'Search for exchanges, wallets, or blockchains',
    nothingFound: 'Nothing found',
    open: 'Add Wallet/Exchange',
    viaCsv: 'Upload via CSV',
    manual: 'Add a Manual Transaction',
    importButton: 'Import',
  },
  name: { updated: 'Name updated successfully', failed: 'Name update failed' },
  somethingWentWrongTryAgain: 'Something went wrong. Please try again.',
  somethingWentWrong: 'Something went wrong',
  forbidden: {
    title: "OH SNAP! You're not supposed to be here.",
    leave: 'Get me out!',
  },
  usBased: { marked: 'Mark as US Based successful', failed: 'Mark as US Based failed' },
  nav: {
    dashboard: 'Dashboard',
    import: 'Import',
    transactions: 'Transactions',
    tax: 'Tax',
    holdings: 'Holdings',
    taxFiling: 'Tax Filing',
    taxPro: 'Tax Pro',
    support: 'Support',
    wallets: 'Wallets',
    taxCenter: 'Tax Center',
    logIn: 'Log In',
    choosePlan: 'Choose Plan',
    settings: 'Settings',
    billing: 'Billing',
    signOut: 'Sign Out',
    more: 'More',
    fileYourTaxReturn: 'File Your Tax Return',
    addYourAccountant: 'Add Your Accountant',
  },
} as const

/** A message with its {names} filled in; a name without a value stays as it is. */
export function fill(message: string, values: Readonly<Record<string, string>>): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
