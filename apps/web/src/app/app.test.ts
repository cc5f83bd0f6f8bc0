import { describe, expect, test } from 'vitest'
import { landingPath, nearestPath } from './landing-path.ts'
import { safeReturnPath, signInPath } from './redirect.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { displayedName, filesInUs } from './user.ts'
import { parsePreferences } from '../ui/preferences.ts'
import { digitsOf } from '../ui/CodeInput.tsx'
import { advance, percentOf, progressText, type Progress } from '../ui/progress.ts'
import { createToastStore, lifetimeMs } from '../ui/toast-store.ts'

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

describe('where one is sent to sign in, and back', () => {
  test('R2.156 to log in, keeping where one was going', () => {
    expect(signInPath('/imports/options?slug=kraken')).toBe(
      '/login?redirect=%2Fimports%2Foptions%3Fslug%3Dkraken',
    )
    expect(signInPath('/')).toBe('/login')
  })

  test('R2.157 to sign up, when one was on the way to a plan', () => {
    expect(signInPath('/pricing?taxYear=2025')).toBe('/new_sign_up?redirect=%2Fpricing%3FtaxYear%3D2025')
    expect(signInPath('/pricing_summary')).toMatch(/^\/new_sign_up\?/)
  })

  test('SD5 only a screen of ours is returned to', () => {
    const isRegistered = (path: string) => ['/imports', '/tax', '/login', '/'].includes(path)
    expect(safeReturnPath('/imports?page=2', isRegistered)).toBe('/imports?page=2')
    for (const bad of [
      undefined,
      '',
      'imports',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/%09/evil.example',
      'https:evil.example',
      'https://evil.example/imports',
      'javascript:alert(1)',
      '/unknown',
      '/imports/../../evil',
      '/login',
      '/%2F%2Fevil.example',
    ]) {
      expect(safeReturnPath(bad, isRegistered), String(bad)).toBeUndefined()
    }
  })
})

test('search values are plain text, as the links of the specification write them', () => {
  expect(parseSearch('?slug=1inch&year=2025&csv=true')).toEqual({ slug: '1inch', year: '2025', csv: 'true' })
  expect(stringifySearch({ slug: '123', year: 2025, none: undefined, empty: '' })).toBe('?slug=123&year=2025')
})

describe('who is shown', () => {
  const user = { email: 'abcdefghijklmnopqr@example.org', first_name: null, last_name: null }

  test('R3.11 R3.12 first and last name, else the part of the email before the @', () => {
    expect(displayedName({ ...user, first_name: 'Ana', last_name: 'Ruiz' }, true)).toBe('Ana Ruiz')
    expect(displayedName(user, false)).toBe('abcdefghijklmnopqr')
  })

  test('R9.18 on mobile a long one is cut', () => {
    expect(displayedName(user, true)).toBe('abcdefg...')
  })

  test('R6.13 US returns are for US regions, and unset means US', () => {
    expect(['US', 'PR', 'MP', 'GU', 'AS', 'VI', null, undefined, ''].every(filesInUs)).toBe(true)
    expect(['DE', 'CA', 'us'].some(filesInUs)).toBe(false)
  })
})

test('unknown or broken preferences are left out', () => {
  expect(parsePreferences('{"theme":"dark","density":"huge","shortcuts":false}')).toEqual({
    theme: 'dark',
    shortcuts: false,
  })
  expect([parsePreferences(null), parsePreferences('{'), parsePreferences('7')]).toEqual([{}, {}, {}])
})

test('a code is its digits, however it was pasted', () => {
  expect([digitsOf('123 456'), digitsOf('Code: 12'), digitsOf('1234567')]).toEqual(['123456', '12', '123456'])
})

describe('progress', () => {
  const at = (seq: number, done: number, more: Partial<Progress> = {}): Progress => ({
    id: 'a',
    seq,
    state: 'running',
    stage: 'Fetching',
    done,
    total: 100,
    unit: 'transactions',
    ...more,
  })

  test('late messages are ignored and the bar never goes backwards', () => {
    expect(advance(at(5, 50), at(4, 90)).done).toBe(50)
    expect(advance(at(5, 50), at(6, 40)).done).toBe(50)
    expect(advance(at(5, 50), at(6, 0, { stage: 'Matching transfers' })).done).toBe(0)
    expect(advance(at(5, 50), at(1, 3, { id: 'b' })).done).toBe(3)
  })

  test('without a total it counts', () => {
    expect(percentOf(at(1, 5, { total: null }))).toBeUndefined()
    expect(progressText(at(1, 12400, { total: null }))).toMatch(/^12.400 transactions so far$/)
    expect(percentOf(at(1, 99, { total: 100 }))).toBe(99)
    expect(percentOf(at(1, 0, { total: 0, state: 'done' }))).toBe(100)
  })
})

test('a toast stays 6 s, 10 s with Undo, and a failure until it is closed', () => {
  const undo = () => undefined
  expect([
    lifetimeMs({ kind: 'done' }),
    lifetimeMs({ kind: 'done', undo }),
    lifetimeMs({ kind: 'failed' }),
  ]).toEqual([6000, 10000, undefined])
  const store = createToastStore()
  for (const text of ['a', 'b', 'c', 'd', 'e']) store.add({ kind: 'done', text })
  expect(store.list().map((toast) => toast.text)).toEqual(['b', 'c', 'd', 'e'])
})
