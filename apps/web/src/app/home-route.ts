import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { landingOf } from '../client/landing.ts'
import { customerRoute } from '../shell/layout-routes.tsx'

/** `/`: home for a customer without history; anyone else is led on to where their screens begin. */
export const homeRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.home,
  beforeLoad: ({ context }) => {
    const landing = landingOf(context.start, context.isRegistered)
    if (landing !== paths.home) throw redirect({ href: landing })
  },
  component: lazyRouteComponent(() => import('../features/imports/HomePage.tsx'), 'HomePage'),
})
