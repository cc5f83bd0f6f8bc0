import { describe, expect, test } from 'vitest'
import { isCurrent, mobileBar, navigation, type NavFacts, type NavItem } from './navigation.ts'

const facts: NavFacts = {
  variant: 'a',
  hasHistory: true,
  filesInUs: true,
  taxPath: '/tax',
  review: 0,
  supportUrl: 'https://support.example',
  isRegistered: () => true,
}
const labels = (items: readonly { label: string }[]) => items.map(({ label }) => label)
const to = (items: readonly { id: string; to: string }[], id: string) =>
  items.find((item) => item.id === id)?.to

describe('variant A', () => {
  test('R2.1 stands in the order of the specification', () => {
    expect(labels(navigation(facts))).toEqual([
      'Dashboard',
      'Import',
      'Transactions',
      'Tax',
      'Holdings',
      'Tax Filing',
      'Tax Pro',
      'Support',
    ])
  })

  test('R2.2 R2.5 R2.7 R2.8 R2.10 R2.11 leads where it says', () => {
    const items = navigation(facts)
    expect(
      ['dashboard', 'transactions', 'holdings', 'tax-filing', 'tax-pro', 'support'].map((id) =>
        to(items, id),
      ),
    ).toEqual([
      '/dashboard',
      '/transactions',
      '/holdings',
      '/tax_filing',
      '/work_with_tax_pro',
      'https://support.example',
    ])
  })

  test('R2.3 R2.4 Import goes to the imports with a history, home without', () => {
    expect(to(navigation(facts), 'import')).toBe('/imports')
    expect(to(navigation({ ...facts, hasHistory: false }), 'import')).toBe('/')
  })

  test('R2.9 R6.12 Tax Filing is for US regions only', () => {
    expect(labels(navigation({ ...facts, filesInUs: false }))).not.toContain('Tax Filing')
  })

  test('what has no screen is not shown', () => {
    expect(labels(navigation({ ...facts, isRegistered: (path) => path === '/tax' }))).toEqual([
      'Tax',
      'Support',
    ])
  })
})

test('R2.13 to R2.19 variant B has Wallets, Transactions, Tax and a More menu', () => {
  const items = navigation({ ...facts, variant: 'b' })
  expect(labels(items)).toEqual(['Wallets', 'Transactions', 'Tax', 'More'])
  expect(to(items, 'wallets')).toBe('/wallets')
  const more = items.find(({ id }) => id === 'more')?.children ?? []
  expect(labels(more)).toEqual(['File Your Tax Return', 'Add Your Accountant', 'Support'])
  expect([to(more, 'tax-filing'), to(more, 'tax-pro')]).toEqual(['/tax_filing', '/work_with_tax_pro'])
})

test('R2.32 R2.33 R2.34 the older navigation', () => {
  const items = navigation({ ...facts, variant: 'older' })
  expect(labels(items)).toEqual(['Imports', 'Taxes', 'Holdings', 'Labs (beta)', 'Tax Pro', 'Support'])
  const imports = items[0]?.children ?? []
  expect(labels(imports)).toEqual(['Imported History', 'Transactions', 'Add Account'])
  expect(to(imports, 'imported-history')).toBe('/transactionSources')
})

test('E10 what waits for review is counted at the transactions, wide and narrow', () => {
  const waiting = (items: readonly NavItem[]) => items.find(({ id }) => id === 'transactions')?.waiting
  expect(waiting(navigation(facts))).toBeUndefined()
  expect(waiting(navigation({ ...facts, review: 14 }))).toEqual({ count: 14, label: 'to review' })
  expect(waiting(mobileBar({ ...facts, review: 14 }))).toEqual({ count: 14, label: 'to review' })
})

test('R2.27 the bar of a phone', () => {
  expect(labels(mobileBar(facts))).toEqual(['Wallets', 'Transactions', 'Tax Center', 'Holdings'])
  expect(to(mobileBar({ ...facts, isRegistered: (path) => path === '/imports' }), 'wallets')).toBe('/imports')
})

const currentAt = (pathname: string, change: Partial<NavFacts> = {}) =>
  labels(navigation({ ...facts, ...change }).filter((item) => isCurrent(item, pathname)))

test('a screen below another keeps it current', () => {
  expect(currentAt('/imports/csvs')).toEqual(['Import'])
  expect(currentAt('/imports/csvs', { hasHistory: false })).toEqual([])
})

test('every screen of the tax is under it, wherever the tax control leads', () => {
  for (const taxPath of ['/tax', '/one_year?year=2025', '/tax-calculation?traceId=1']) {
    for (const pathname of ['/tax', '/tax/methods', '/one_year', '/tax-calculation']) {
      expect(currentAt(pathname, { taxPath })).toEqual(['Tax'])
    }
  }
  expect(currentAt('/tax_filing')).toEqual(['Tax Filing'])
})
