/** More of the exact words of the product, of screens that the first one does not load. They keep to the rules of `messages`. */
export const screenMessages = {
  tiles: {
    oauth: { title: 'OAuth', text: 'Import without creating an API key.' },
    api: { title: 'API Key', text: 'Import data by using an API key.' },
    csv: { title: 'Upload CSV', text: 'Import data from an exported CSV.' },
    wallet: { title: 'Wallet', text: 'Import wallet using public address.' },
  },
  csv: {
    drop: 'Drag and drop your file or browse',
    queued: '{file} added to Import Queue.',
    several: 'Files',
    criteria: '{file} does not match the criteria for calculating taxes.',
    extension: '{file} Unsupported file extension: {ext}. Supported file extensions: csv, xls, xlsx',
  },
  account: {
    deleteTitle: 'Delete Account',
    deleteText: 'Are you sure you want to delete this account?',
    deleted: 'Account deleted successfully',
    deleteFailed: 'Account deletion failed',
  },
  source: {
    deleteTitle: 'Delete Source',
    deleteText: 'Are you sure you want to delete this source?',
    deleted: 'Source deleted successfully',
    deleteFailed: 'Source deletion failed',
  },
  transactionSaved: 'Transaction saved successfully.',
  manual: {
    title: 'Add Transaction',
    dateRequired: 'Date is required',
    fromCurrencyRequired: 'From currency is required',
    toCurrencyRequired: 'To currency is required',
    fromAmountRequired: 'From amount is required',
    toAmountRequired: 'To amount is required',
    currencyPlaceholder: 'e.g. BTC, ETH, XRP',
  },
  tax: {
    calculateDesktop: 'Calculate Taxes',
    calculateMobile: 'Calculate Tax',
    viewDesktop: 'View Taxes',
    viewMobile: 'View Tax',
    nothing:
      'You currently have 0 taxable transactions or incoming transaction, so we cannot run a tax calculation',
    restartTitle: 'Restart Tax Calculation',
    restartText: 'Are you sure that you would like to restart the tax calculation?',
    cancel: 'Cancel',
    restart: 'Restart',
    updatedDaysAgo: 'Calculations last updated {n} days ago.',
    updating: 'Updating',
    updatedJustNow: 'Calculations last updated just now.',
  },
  transactionsLocked: 'Transactions before {date} are locked. Reset the lock in Settings before importing.',
  /** R8.36 to R8.38, O-21. */
  historicalPrice: {
    invalidTimestamp: 'Invalid timestamp.',
    multipleMatches: 'Several assets match this symbol. Pick one.',
    notANumber: 'The price returned is not a number.',
  },
  labs: {
    limit: 'Maximum limit reached. Delete existing to add new.',
    trending: 'Trending',
    biggestGainers: 'Biggest Gainers',
    mostTransacted: 'Most Transacted',
  },
  viewing: { bar: 'You are viewing', exit: 'Exit and Return' },
} as const
