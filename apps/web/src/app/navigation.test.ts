import { describe, expect, test } from 'vitest'
import { createQueryClient } from '../client/query-client.ts'
import { createRouter } from './router.tsx'
import { isCurrent, mobileBar, navigation, type NavFacts, type NavItem } from '../shell/navigation.ts'

// The screens of this build: what it has no screen for is in no navigation.
const { isRegistered } = createRouter(createQueryClient(() => {})).options.context

const facts: NavFacts = {
  variant: 'a',
  hasHistory: true,
  filesInUs: true,
  taxPath: '/tax',
  review: 0,
  hasLabs: true,
  // As an operator may come to name one; nothing writes it into the page yet.
  supportUrl: 'https://support.example',
  isRegistered,
}
/** A build that has every screen: the order of what is still to come. */
const complete: NavFacts = { ...facts, isRegistered: () => true }
const labels = (items: readonly { label: string }[]) => items.map(({ label }) => label)
const to = (items: readonly { id: string; to: string }[], id: string) =>
  items.find((item) => item.id === id)?.to

describe('variant A', () => {
  test('R2.1 R2.9 R6.12 stands in the order of the specification, with Tax Filing in US regions alone', () => {
    expect(labels(navigation({ ...facts, filesInUs: false }))).not.toContain('Tax Filing')
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
    expect(labels(navigation({ ...facts, supportUrl: undefined }))).toEqual([
      'Dashboard',
      'Import',
      'Transactions',
      'Tax',
      'Holdings',
      'Tax Filing',
      'Tax Pro',
    ])
  })

  test('R2.5 R2.8 R2.10 Transactions is a screen, Support an address outside', () => {
    const items = navigation(facts)
    expect(to(items, 'transactions')).toBe('/transactions')
    expect(to(items, 'dashboard')).toBe('/dashboard')
    expect(to(items, 'holdings')).toBe('/holdings')
    expect(to(items, 'tax-filing')).toBe('/tax_filing')
    expect(to(items, 'tax-pro')).toBe('/work_with_tax_pro')
    expect(to(items, 'support')).toBe('https://support.example')
  })

  test('R2.3 R2.4 Import goes to the imports with a history, home without', () => {
    expect(to(navigation(facts), 'import')).toBe('/imports')
    expect(to(navigation({ ...facts, hasHistory: false }), 'import')).toBe('/')
  })

  test('of a complete build stands in the order of the specification, Tax Filing for US regions only', () => {
    const inOrder = [
      'Dashboard',
      'Import',
      'Transactions',
      'Tax',
      'Holdings',
      'Tax Filing',
      'Tax Pro',
      'Support',
    ]
    expect(labels(navigation(complete))).toEqual(inOrder)
    expect(labels(navigation({ ...complete, filesInUs: false }))).toEqual(
      inOrder.filter((label) => label !== 'Tax Filing'),
    )
  })

  test('a screen that is missing is left out, whichever it is', () => {
    expect(labels(navigation({ ...complete, isRegistered: (path) => path === '/tax' }))).toEqual([
      'Tax',
      'Support',
    ])
  })
})

describe('variant B', () => {
  test('R2.14 R2.15 R2.17 R2.18 has Wallets, Transactions, Tax and a More menu with Support', () => {
    const items = navigation({ ...facts, variant: 'b', taxPath: '/one_year?year=2025' })
    expect(labels(items)).toEqual(['Wallets', 'Transactions', 'Tax', 'More'])
    expect(to(items, 'wallets')).toBe('/wallets')
    expect(to(items, 'transactions')).toBe('/transactions')
    expect(to(items, 'tax')).toBe('/one_year?year=2025')
    expect(items.find(({ id }) => id === 'more')?.children).toEqual([
      { id: 'dashboard', label: 'Dashboard', to: '/dashboard' },
      { id: 'holdings', label: 'Holdings', to: '/holdings', also: ['/plan'] },
      { id: 'tax-filing', label: 'File Your Tax Return', to: '/tax_filing' },
      { id: 'tax-pro', label: 'Add Your Accountant', to: '/work_with_tax_pro' },
      { id: 'support', label: 'Support', to: 'https://support.example' },
    ])
  })

  test('of a complete build has more under More', () => {
    const items = navigation({ ...complete, variant: 'b' })
    expect(labels(items)).toEqual(['Wallets', 'Transactions', 'Tax', 'More'])
    const more = items.find(({ id }) => id === 'more')?.children ?? []
    expect(labels(more)).toEqual([
      'Dashboard',
      'Holdings',
      'File Your Tax Return',
      'Add Your Accountant',
      'Support',
    ])
  })
})

describe('the older navigation', () => {
  test('R2.32 R2.33 R2.34 has a menu of the imports, and the others beside it', () => {
    const items = navigation({ ...facts, variant: 'older' })
    expect(labels(items)).toEqual(['Imports', 'Taxes', 'Holdings', 'Labs (beta)', 'Tax Pro', 'Support'])
    expect(to(items, 'holdings')).toBe('/holdings')
    const imports = items[0]?.children ?? []
    expect(labels(imports)).toEqual(['Imported History', 'Transactions', 'Add Account'])
    expect(to(imports, 'imported-history')).toBe('/transactionSources')
  })

  test('of a complete build stands in the order of the specification', () => {
    expect(labels(navigation({ ...complete, variant: 'older' }))).toEqual([
      'Imports',
      'Taxes',
      'Holdings',
      'Labs (beta)',
      'Tax Pro',
      'Support',
    ])
  })
})

test('E10 what waits for review is counted at the transactions, wide and narrow', () => {
  const waiting = (items: readonly NavItem[]) => items.find(({ id }) => id === 'transactions')?.waiting
  expect(waiting(navigation(facts))).toBeUndefined()
  expect(waiting(navigation({ ...facts, review: 14 }))).toEqual({ count: 14, label: 'to review, all years' })
  expect(waiting(mobileBar({ ...facts, review: 14 }))).toEqual({ count: 14, label: 'to review, all years' })
})

test('the bar of a phone leads to the wallets, and to the imports where a build has none', () => {
  expect(labels(mobileBar(facts))).toEqual(['Wallets', 'Transactions', 'Tax Center', 'Holdings'])
  expect(to(mobileBar(facts), 'wallets')).toBe('/wallets')
  const without = { ...facts, isRegistered: (path: string) => path !== '/wallets' && isRegistered(path) }
  expect(to(mobileBar(without), 'wallets')).toBe('/imports')
  expect(labels(mobileBar(complete))).toEqual(['Wallets', 'Transactions', 'Tax Center', 'Holdings'])
  expect(to(mobileBar(complete), 'wallets')).toBe('/wallets')
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
  expect(currentAt('/tax_filing', complete)).toEqual(['Tax Filing'])
})
