import { expect, test } from 'vitest'
import type { Role } from '@lotbook/contract'
import { accountItems, upgradePath } from './account-items.ts'

const menuOf = (...roles: Role[]) =>
  accountItems({
    user: { roles, viewing: null },
    supportUrl: 'https://support.example',
    isRegistered: () => true,
  })

test('R2.20 R2.22 R2.24 R6.9 a customer has Settings, Billing and Support', () => {
  expect(menuOf('customer')).toEqual([
    { label: 'Settings', to: '/settings/profile' },
    { label: 'Billing', to: '/settings/billing-history' },
    { label: 'Support', to: 'https://support.example' },
  ])
})

test('R2.21 R2.23 R6.6 R6.7 a professional who is no customer has settings of their own and no Billing', () => {
  expect(menuOf('cpa').map(({ to }) => to)).toEqual(['/tax_pro/settings/profile', 'https://support.example'])
  expect(menuOf('cpa', 'customer').map(({ label }) => label)).toContain('Billing')
})

test('R2.26 Upgrade leads to the plans of the current tax year', () => {
  expect(upgradePath(2025)).toBe('/pricing?callUrl=settings&taxYear=2025')
})
