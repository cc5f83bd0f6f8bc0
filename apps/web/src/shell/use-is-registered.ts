import { useRouter } from '@tanstack/react-router'

/** Whether this build has a screen at a path; what leads nowhere is not shown. */
export function useIsRegistered(): (path: string) => boolean {
  const { routesByPath } = useRouter()
  return (path) => Object.hasOwn(routesByPath, path.split('?')[0] ?? path)
}
