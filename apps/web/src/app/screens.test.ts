import { QueryClient } from '@tanstack/react-query'
import { isScreen, SCREENS } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { createRouter } from './router.tsx'

test('the server knows the address of every screen that the router has, and no other', () => {
  const { routesByPath } = createRouter(new QueryClient())
  expect(Object.keys(routesByPath).toSorted()).toEqual(SCREENS.toSorted())
})

test.each(['/', '/imports', '/imports/', '/labs/price/bitcoin', '/tax_pro/whatever/there'])(
  '%s is a screen',
  (path) => expect(isScreen(path)).toBe(true),
)

test.each(['', '/import', '/imports/more', '/labs/price', '/labs/price/a/b', '/metrics', '/wp-admin/'])(
  '%s is none',
  (path) => expect(isScreen(path)).toBe(false),
)
