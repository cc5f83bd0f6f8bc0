import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { nearestPath, ONBOARDING_STEP_1 } from '../../client/landing-path.ts'
import {
  accountRoute,
  beginningRoute,
  publicRoute,
  type RouterContext,
  taxProRoute,
} from '../../shell/layout-routes.tsx'
import { enterPath, onboardingOf } from '../../client/landing.ts'
import { fetchToTheEnd } from '../../client/fetch-anew.ts'
import { type Start, startQuery } from '../../client/start.ts'

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Path to return to, as the guard wrote it; checked by `safeReturnPath` before it is followed. */
export interface ReturnSearch {
  redirect?: string
}
const returnSearch = (search: Record<string, unknown>): ReturnSearch => {
  const redirect = text(search['redirect'])
  return redirect === undefined ? {} : { redirect }
}

/** A partner's code may come along (R7.31). */
const signUpSearch = (search: Record<string, unknown>): ReturnSearch & { aggregator?: string } => {
  const aggregator = text(search['aggregator'])
  return { ...returnSearch(search), ...(aggregator === undefined ? {} : { aggregator }) }
}

/** Redirects a person who is signed in already: to the page they asked for, or to their first screen. */
async function leadIn({ context, search }: { context: RouterContext; search: ReturnSearch }): Promise<void> {
  let start: Start
  try {
    start = await fetchToTheEnd(context.client, { ...startQuery, staleTime: 0, retry: false })
  } catch {
    // Nobody is, or it cannot be told: they sign in.
    return
  }
  throw redirect({ href: enterPath(start, search.redirect, context.isRegistered) })
}

export const logInRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: paths.logIn,
  validateSearch: (search: Record<string, unknown>): ReturnSearch & { step?: 'code'; ended?: 'true' } => ({
    ...returnSearch(search),
    ...(search['step'] === 'code' ? { step: 'code' as const } : {}),
    ...(search['ended'] === 'true' ? { ended: 'true' as const } : {}),
  }),
  beforeLoad: leadIn,
  component: lazyRouteComponent(() => import('./LogInPage.tsx'), 'LogInPage'),
})

const signUpPage = lazyRouteComponent(() => import('./SignUpPage.tsx'), 'SignUpPage')

const signUpRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: paths.signUp,
  validateSearch: signUpSearch,
  beforeLoad: leadIn,
  component: signUpPage,
})

const newSignUpRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: paths.newSignUp,
  validateSearch: signUpSearch,
  beforeLoad: leadIn,
  component: signUpPage,
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: paths.forgotPassword,
  component: lazyRouteComponent(() => import('./ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
})

const tokenSearch = (search: Record<string, unknown>): { token?: string } => {
  const token = text(search['token'])
  return token === undefined ? {} : { token }
}

const resetPasswordRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: paths.resetPassword,
  validateSearch: tokenSearch,
  component: lazyRouteComponent(() => import('./ResetPasswordPage.tsx'), 'ResetPasswordPage'),
})

const verifyEmailRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/verify_email',
  validateSearch: tokenSearch,
  component: lazyRouteComponent(() => import('./VerifyEmailPage.tsx'), 'VerifyEmailPage'),
})

const getStartedRoute = createRoute({
  getParentRoute: () => beginningRoute,
  path: paths.getStarted,
  // Asked once: who is through comes to where their screens begin.
  beforeLoad: ({ context }) => {
    const landing = onboardingOf(context.start, context.isRegistered)
    if (landing !== ONBOARDING_STEP_1) throw redirect({ href: landing })
  },
  component: lazyRouteComponent(() => import('./GetStartedPage.tsx'), 'GetStartedPage'),
})

const profilePage = lazyRouteComponent(() => import('./ProfilePage.tsx'), 'ProfilePage')

const profileRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: paths.settingsProfile,
  component: profilePage,
})

/** The settings begin with the profile. */
const settingsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ href: paths.settingsProfile })
  },
})

const securityPage = lazyRouteComponent(() => import('./SecurityPage.tsx'), 'SecurityPage')

const securityRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: paths.settingsMfa,
  component: securityPage,
})

const taxProProfileRoute = createRoute({
  getParentRoute: () => taxProRoute,
  path: paths.taxProProfile,
  component: profilePage,
})

/** The professional's settings: their security by its section (`paths.taxProMfa`), else the profile. */
const taxProSettingsRoute = createRoute({
  getParentRoute: () => taxProRoute,
  path: '/tax_pro/settings',
  beforeLoad: ({ location }) => {
    if (location.hash !== 'mfa-security') throw redirect({ href: paths.taxProProfile })
  },
  component: securityPage,
})

/**
 * Everything else under `/tax_pro`, there or not: a customer is led away before they are told which (R2.81), a
 * professional from `/tax_pro` alone to the dashboard or, while there is none, to the screen nearest to it.
 */
const taxProRestRoute = createRoute({
  getParentRoute: () => taxProRoute,
  path: '/tax_pro/$',
  beforeLoad: ({ context, location }) => {
    if (!['/tax_pro', paths.taxProDashboard].includes(location.pathname)) throw notFound()
    throw redirect({ href: nearestPath(paths.taxProDashboard, context.isRegistered) })
  },
})

export const publicRoutes = [
  logInRoute,
  signUpRoute,
  newSignUpRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  verifyEmailRoute,
] as const
export const beginningRoutes = [getStartedRoute] as const
export const accountRoutes = [settingsRoute, profileRoute, securityRoute] as const
export const taxProRoutes = [taxProProfileRoute, taxProSettingsRoute, taxProRestRoute] as const
