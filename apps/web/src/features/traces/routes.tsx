import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { isReviewWizard, paths, type ReviewWizard } from '@lotbook/contract'
import { beginningRoute, customerRoute } from '../../shell/layout-routes.tsx'
import { onlyKnown } from '../../client/search.ts'

const importRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/onboarding/step-1',
  component: lazyRouteComponent(() => import('./FirstStep.tsx'), 'FirstStep'),
})

const planStep = lazyRouteComponent(() => import('./PlanStep.tsx'), 'PlanStep')

const planRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/onboarding/step-2',
  component: planStep,
})

const pricingSummaryRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.pricingSummary,
  component: planStep,
})

const reviewRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/onboarding/step-3',
  validateSearch: onlyKnown(
    ({ wizard, item }: Record<string, unknown>): { wizard?: ReviewWizard; item?: string } => ({
      ...(typeof wizard === 'string' && isReviewWizard(wizard) ? { wizard } : {}),
      ...(typeof item === 'string' && /^[0-9a-f-]{36}$/.test(item) ? { item } : {}),
    }),
  ),
  component: lazyRouteComponent(() => import('./ReviewStep.tsx'), 'ReviewStep'),
})

const methodRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/onboarding/step-4',
  component: lazyRouteComponent(() => import('./MethodStep.tsx'), 'MethodStep'),
})

const summaryStep = lazyRouteComponent(() => import('./SummaryStep.tsx'), 'SummaryStep')

const summaryRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/onboarding/step-5',
  component: summaryStep,
})

const taxSummaryRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.taxSummary,
  validateSearch: onlyKnown(({ year }: Record<string, unknown>): { year?: string } =>
    typeof year === 'string' && /^\d{4}$/.test(year) ? { year } : {},
  ),
  component: summaryStep,
})

const notices = () => import('./NoticePages.tsx')

const switchRoute = createRoute({
  getParentRoute: () => beginningRoute,
  path: paths.switchNotification,
  component: lazyRouteComponent(notices, 'SwitchPage'),
})

const emailRoute = createRoute({
  getParentRoute: () => beginningRoute,
  path: paths.emailNotification,
  component: lazyRouteComponent(notices, 'EmailPage'),
})

const videoRoute = createRoute({
  getParentRoute: () => beginningRoute,
  path: paths.onboardingVideo,
  component: lazyRouteComponent(() => import('./VideoPage.tsx'), 'VideoPage'),
})

/** Beside the walk, for who is signed in and may not have begun. */
export const noticeRoutes = [switchRoute, emailRoute, videoRoute] as const

export const tracesRoutes = [
  importRoute,
  planRoute,
  pricingSummaryRoute,
  reviewRoute,
  methodRoute,
  summaryRoute,
  taxSummaryRoute,
] as const
