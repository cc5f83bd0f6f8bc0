import { createRoute, redirect } from '@tanstack/react-router'
import { toastFailed } from '../ui/toast-store.ts'
import { customerRoute } from '../shell/layout-routes.tsx'
import { nearestPath } from '../client/landing-path.ts'

/** An address of the navigation whose screen this build lacks: it says so, and leads to the nearest one (R2.66). */
function standIn<const Path extends string>(path: Path, name: string) {
  return createRoute({
    getParentRoute: () => customerRoute,
    path,
    staticData: { standsIn: true },
    beforeLoad: ({ context }) => {
      toastFailed(`${name} is not part of Lotbook yet. This is the screen that comes nearest.`)
      throw redirect({ href: nearestPath(path, context.isRegistered), replace: true })
    },
  })
}

/** The addresses without a screen. Building one takes its line out. */
export const standIns = [
  standIn('/tax_filing', 'Filing'),
  standIn('/settings/billing-history', 'Billing'),
] as const
