import { expect, test } from 'vitest'
import type { Role } from '@lotbook/contract'
import { createQueryClient } from '../client/query-client.ts'
import { createRouter } from './router.tsx'
import { type AccountFacts, accountItems } from '../shell/account-items.ts'
import { upgradePath } from '../shell/navigation.ts'

// The screens of this build, which has none of billing.
const { isRegistered } = createRouter(createQueryClient(() => {})).options.context

const menuOf = (roles: readonly Role[], facts: Partial<AccountFacts> = {}) =>
  accountItems({
    user: { roles: [...roles], viewing: null },
    supportUrl: 'https://support.example',
    isRegistered,
    ...facts,
  })

test('R2.20 R2.22 R2.23 a customer has Settings, Billing and, where one is configured, Support', () => {
  expect(menuOf(['customer'])).toEqual([
    { label: 'Settings', to: '/settings/profile' },
    { label: 'Billing', to: '/settings/billing-history' },
    { label: 'Support', to: 'https://support.example' },
  ])
  expect(menuOf(['customer'], { supportUrl: undefined })).toEqual([
    { label: 'Settings', to: '/settings/profile' },
    { label: 'Billing', to: '/settings/billing-history' },
  ])
})

test('R2.21 R6.6 R6.7 a professional who is no customer has settings of their own', () => {
  expect(menuOf(['cpa'])).toEqual([
    { label: 'Settings', to: '/tax_pro/settings/profile' },
    { label: 'Support', to: 'https://support.example' },
  ])
})

test('R6.9 customers have billing, and professionals who are none do not', () => {
  const billing = { isRegistered: () => true }
  expect(menuOf(['customer'], billing).map(({ to }) => to)).toContain('/settings/billing-history')
  expect(menuOf(['cpa', 'customer'], billing).map(({ label }) => label)).toContain('Billing')
  expect(menuOf(['cpa'], billing).map(({ label }) => label)).not.toContain('Billing')
})

test('Upgrade leads to the plans of the current tax year', () => {
  expect(upgradePath(2025)).toBe('/pricing?callUrl=settings&taxYear=2025')
})
