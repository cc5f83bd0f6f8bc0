import { describe, expect, test } from 'vitest'
import { landingPath, nearestPath } from './landing-path.ts'

const customer = { roles: ['customer'], onboarded: true, importsPath: null, hasTransactions: false }

describe('where one lands after signing in', () => {
  test('a professional: the tax pro dashboard, also when a customer too', () => {
    expect(landingPath({ ...customer, roles: ['cpa'] })).toBe('/tax_pro/dashboard')
    expect(landingPath({ ...customer, roles: ['customer', 'cpa'] })).toBe('/tax_pro/dashboard')
  })

  test('onboarded with the combined page: wallets; with transactions: imports', () => {
    expect(landingPath({ ...customer, importsPath: '/wallets' })).toBe('/wallets')
    expect(landingPath({ ...customer, hasTransactions: true })).toBe('/imports')
  })

  test('onboarded with none: home', () => {
    expect(landingPath(customer)).toBe('/')
  })

  test('not onboarded: step 1', () => {
    expect(landingPath({ ...customer, onboarded: false })).toBe('/onboarding/step-1')
  })

  test('without a role: the start card', () => {
    expect(landingPath({ ...customer, roles: [] })).toBe('/get_started')
  })

  test('a screen that this build lacks gives way to the nearest', () => {
    const has =
      (...there: string[]) =>
      (path: string) =>
        there.includes(path)
    expect(nearestPath('/imports', has('/imports', '/dashboard'))).toBe('/imports')
    expect(nearestPath('/onboarding/step-1', has('/get_started'))).toBe('/get_started')
    expect(nearestPath('/tax_pro/dashboard', has('/tax_pro/settings/profile'))).toBe(
      '/tax_pro/settings/profile',
    )
    expect(nearestPath('/', has('/settings/profile'))).toBe('/settings/profile')
  })
})
