import { expect, test } from 'vitest'
import { IMPORT_HISTORY_PAGE_SIZE, SOURCES_PAGE_SIZE } from './imports.ts'
import { messages } from './messages.ts'
import { COMPLETION_POLL_MS } from './notifications.ts'
import { screenMessages } from './screen-messages.ts'
import { STORAGE_KEYS, US_REGIONS } from './paths.ts'

// The specification's strings once more, character for character: whoever changes one on one side hears of it.
test.each([
  ['R8.1', screenMessages.csv.criteria, '{file} does not match the criteria for calculating taxes.'],
  [
    'R8.2',
    screenMessages.csv.extension,
    '{file} Unsupported file extension: {ext}. Supported file extensions: csv, xls, xlsx',
  ],
  ['R8.8', messages.somethingWentWrong, 'Something went wrong'],
  ['R8.15', screenMessages.account.deleted, 'Account deleted successfully'],
  ['R8.16', screenMessages.account.deleteFailed, 'Account deletion failed'],
  ['R8.17', screenMessages.account.deleteTitle, 'Delete Account'],
  ['R8.17', screenMessages.account.deleteText, 'Are you sure you want to delete this account?'],
  ['R8.18', screenMessages.source.deleted, 'Source deleted successfully'],
  ['R8.19', screenMessages.source.deleteFailed, 'Source deletion failed'],
  ['R8.20', screenMessages.source.deleteTitle, 'Delete Source'],
  ['R8.20', screenMessages.source.deleteText, 'Are you sure you want to delete this source?'],
  ['R8.21', messages.name.updated, 'Name updated successfully'],
  ['R8.22', messages.name.failed, 'Name update failed'],
  ['R8.23', messages.usBased.marked, 'Mark as US Based successful'],
  ['R8.24', messages.usBased.failed, 'Mark as US Based failed'],
  ['R5.66', screenMessages.manual.dateRequired, 'Date is required'],
  ['R5.67', screenMessages.manual.fromCurrencyRequired, 'From currency is required'],
  ['R5.68', screenMessages.manual.toCurrencyRequired, 'To currency is required'],
  ['R5.69', screenMessages.manual.fromAmountRequired, 'From amount is required'],
  ['R5.70', screenMessages.manual.toAmountRequired, 'To amount is required'],
  ['R5.86', screenMessages.manual.currencyPlaceholder, 'e.g. BTC, ETH, XRP'],
  ['R8.25', screenMessages.transactionSaved, 'Transaction saved successfully.'],
  ['R8.26', screenMessages.tax.restartTitle, 'Restart Tax Calculation'],
  [
    'R8.26',
    screenMessages.tax.restartText,
    'Are you sure that you would like to restart the tax calculation?',
  ],
  ['R8.27', screenMessages.tax.cancel, 'Cancel'],
  ['R8.27', screenMessages.tax.restart, 'Restart'],
])('%s %s', (_, ours, specified) => {
  expect(ours).toBe(specified)
})

test('R9.6 R9.9 R9.10 R9.17 R9.28 R9.29 R9.30 R9.31 constants', () => {
  expect(COMPLETION_POLL_MS).toBe(2000)
  expect(IMPORT_HISTORY_PAGE_SIZE).toBe(50)
  expect(SOURCES_PAGE_SIZE).toBe(20)
  expect(US_REGIONS).toEqual(['US', 'PR', 'MP', 'GU', 'AS', 'VI'])
  expect(STORAGE_KEYS).toEqual({
    importsPath: 'imports_path',
    onboarding: 'onboarding',
    successModalSignUp: 'successmodalsignup',
    safeHarborBannerClosed: 'safe_harbor_banner_closed',
  })
})
