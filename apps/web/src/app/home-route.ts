import { createRoute, redirect } from '@tanstack/react-router'
import { landingOf } from './landing.ts'
import { signedInRoute } from './layout-routes.tsx'

/** `/` leads on to where this person's screens begin. */
export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: ({ context }) => {
    throw redirect({ href: landingOf(context.start, context.isRegistered) })
  },
})
