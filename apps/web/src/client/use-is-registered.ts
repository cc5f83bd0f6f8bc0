import { useRouter } from '@tanstack/react-router'

/** Whether this build has a screen at a path; what leads nowhere is not shown. */
export function useIsRegistered(): (path: string) => boolean {
  const { routesByPath } = useRouter()
  return (path) => isThere(routesByPath, path)
}

/** The same for a router's own table of routes. */
export function isThere(routesByPath: RoutesByPath, path: string): boolean {
  return Object.hasOwn(routesByPath, path.split(/[?#]/)[0] ?? path)
}

type RoutesByPath = Readonly<Record<string, unknown>>
