import type { QueryClient } from '@tanstack/react-query'
import { createRouter as createTanStackRouter } from '@tanstack/react-router'
import type { RouterContext } from '../shell/layout-routes.tsx'
import { routeTree } from './routes.tsx'
import { isThere } from '../client/use-is-registered.ts'
import { parseSearch, stringifySearch } from '../client/search.ts'

/** The router of the application. */
export function createRouter(client: QueryClient) {
  const context: RouterContext = { client, isRegistered: (path) => isThere(router.routesByPath, path) }
  const router = createTanStackRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: false,
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter>
  }
}
