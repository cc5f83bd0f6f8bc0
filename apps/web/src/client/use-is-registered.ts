import { type StaticDataRouteOption, useRouter } from '@tanstack/react-router'

/** Whether this build has a screen at a path; what leads nowhere is not shown. */
export function useIsRegistered(): (path: string) => boolean {
  const { routesByPath } = useRouter()
  return (path) => isThere(routesByPath, path)
}

/** The same for a router's own table of routes. */
export function isThere(routesByPath: RoutesByPath, path: string): boolean {
  const route = new Map(Object.entries(routesByPath)).get(path.split(/[?#]/)[0] ?? path)
  return route !== undefined && route.options.staticData?.standsIn !== true
}

type RoutesByPath = Readonly<
  Record<string, { readonly options: { readonly staticData?: StaticDataRouteOption | undefined } }>
>
