import { expect, test } from 'vitest'
import type { z } from 'zod'
import { billingHistory } from './billing.ts'
import { pageMeta } from './common.ts'
import { holdingsAnswer } from './holdings.ts'
import { userRole } from './identity.ts'
import { importHistory, importSource, uploadInput, uploadResult } from './imports.ts'
import { onboardingFlag } from './onboarding.ts'
import { settingData } from './settings.ts'
import { source } from './sources.ts'
import { subscriptionStatus } from './subscription-status.ts'
import { taxDetails } from './tax.ts'
import { trace } from './traces.ts'
import { walletAccount, walletDetail } from './wallets.ts'

// What the specification says is in an answer: a field that is renamed or lost is heard of here. What is in them is the
// matter of the server's own tests.
test.each<[ids: string, schema: z.ZodObject, fields: string]>([
  ['R3.1 R3.2 R3.3 R3.5 R3.6', source, 'id name slug value image_url default_coin tags'],
  ['R3.7', source.shape.api_support, 'supported unsupported'],
  ['R3.15', uploadInput, 'file trace_id exchange_value'],
  ['R3.8', userRole, 'email first_name last_name username uuid id'],
  ['R3.13', trace, 'id wizard_name completed_trace_name trace_name'],
  ['R3.14', uploadResult, 'status first_import'],
  [
    'R3.41',
    importHistory,
    'id account_name account_slug type last_synced_at total_transactions file_name custom_name',
  ],
  ['R3.42', importHistory, 'import_options import_status blockchain_url expandable'],
  [
    'further fields of an import history',
    importHistory,
    'us_based resync_id source_id resync_disabled api_code',
  ],
  ['R3.44', pageMeta, 'current_page per_page total_count total_pages'],
  ['R3.45', importSource, 'id group_id account_name account_slug blockchain_url last_sync total parsed'],
  ['R3.46', importSource, 'import_status status_code file_name file_type'],
  [
    'further fields of an import source',
    importSource,
    'custom_name us_based error_count note_count allow_resync_new resync_disabled api_code',
  ],
  [
    'R3.49',
    walletAccount,
    'account_name value label slug type import_status status_code last_synced_at is_empty file_name',
  ],
  ['R3.50', walletDetail, 'address total_transactions allow_resync_new in_progress'],
  [
    'R3.55 R7.21',
    subscriptionStatus,
    'status active_tax_year subscription_stat tax_calculation_id taxable_count',
  ],
  [
    'R3.53 R3.56',
    taxDetails,
    'tax_year tax_calculated need_tax_calculation taxable_or_incoming total_transactions first_import',
  ],
  ['fields of the holdings', holdingsAnswer.shape.data, 'holdings assets_total group_id total_holdings'],
  ['further fields of the holdings', holdingsAnswer, 'currency holding_in_progress'],
  ['R3.57', onboardingFlag, 'onboarded is_imported is_customer currency'],
  ['R3.58', billingHistory, 'year current_tax_year'],
  ['R3.9 R3.59', settingData, 'updated_at country_code'],
])('%s', (_, schema, fields) => {
  expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(fields.split(' ')))
})

test('R3.16 R9.4 an upload that names no source is of Custom CSV', () => {
  const { exchange_value: value } = uploadInput.shape
  expect([value.parse(undefined), value.parse('kraken')]).toEqual(['Custom CSV', 'kraken'])
})

test('R3.10 the roles', () => {
  expect([...userRole.shape.roles.element.options].toSorted((a, b) => a.localeCompare(b))).toEqual([
    'admin',
    'cpa',
    'customer',
  ])
})

test('R3.47 the type of a source: api, wallet, manual, else CSV', () => {
  expect(importSource.shape.file_type.options).toEqual(['api', 'wallet', 'manual', 'CSV'])
})

test('R3.54 whether taxes are calculated has three values', () => {
  const { tax_calculated } = taxDetails.shape
  expect([true, false, null].every((value) => tax_calculated.safeParse(value).success)).toBe(true)
  expect(tax_calculated.safeParse(undefined).success).toBe(false)
})
