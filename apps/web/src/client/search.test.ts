import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { onlyKnown, parseSearch, stringifySearch } from './search.ts'

/** The search that a screen receives for an address, by a route that knows one `year` of four digits. */
function searchOf(search: string) {
  const rootRoute = createRootRoute({
    validateSearch: (search: Record<string, unknown>): { explain?: string } =>
      typeof search['explain'] === 'string' ? { explain: search['explain'] } : {},
  })
  const yearRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: '/year',
    validateSearch: onlyKnown(({ year }: Record<string, unknown>): { year?: number } =>
      typeof year === 'string' && /^\d{4}$/.test(year) ? { year: parseInt(year, 10) } : {},
    ),
  })
  const router = createRouter({ routeTree: rootRoute.addChildren([yearRoute]) })
  const [shell, screen] = router.matchRoutes('/year', parseSearch(search))
  return { shell: shell?.search, screen: screen?.search }
}

test('a screen is given what its route knows, and nothing of the raw text of an address', () => {
  expect(searchOf('?year=2025').screen).toEqual({ year: 2025 })
  expect(searchOf('?year=abc&page=-1').screen).toEqual({})
})

test('what belongs to the frame around a screen stays', () => {
  const { shell, screen } = searchOf('?year=abc&explain=year%3A2025')
  expect(shell).toMatchObject({ explain: 'year:2025' })
  expect(screen).toEqual({ explain: 'year:2025' })
})

test('search values are plain text, as the links of the specification write them', () => {
  expect(parseSearch('?slug=1inch&year=2025&csv=true')).toEqual({ slug: '1inch', year: '2025', csv: 'true' })
  expect(stringifySearch({ slug: '123', year: 2025, none: undefined, empty: '' })).toBe('?slug=123&year=2025')
})
