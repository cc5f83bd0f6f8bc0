import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isReviewWizard, paths, type ReviewWizard } from '@lotbook/contract'
import { customerRoute } from '../../shell/layout-routes.tsx'
import { onlyKnown } from '../../client/search.ts'
import type { Start } from '../../client/start.ts'

// The start card comes first: where one files decides the rules.
const beforeLoad = ({ context }: { context: { start: Start } }) => {
  if (!context.start.onboarding_flag.onboarded) throw redirect({ href: paths.getStarted })
}

const importRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/onboarding/step-1',
  beforeLoad,
  component: lazyRouteComponent(() => import('./ImportStep.tsx'), 'ImportStep'),
})

const planRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/onboarding/step-2',
  beforeLoad,
  component: lazyRouteComponent(() => import('./PlanStep.tsx'), 'PlanStep'),
})

const reviewRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/onboarding/step-3',
  beforeLoad,
  validateSearch: onlyKnown(({ wizard }: Record<string, unknown>): { wizard?: ReviewWizard } =>
    typeof wizard === 'string' && isReviewWizard(wizard) ? { wizard } : {},
  ),
  component: lazyRouteComponent(() => import('./ReviewStep.tsx'), 'ReviewStep'),
})

const methodRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/onboarding/step-4',
  beforeLoad,
  component: lazyRouteComponent(() => import('./MethodStep.tsx'), 'MethodStep'),
})

const summaryRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/onboarding/step-5',
  beforeLoad,
  component: lazyRouteComponent(() => import('./SummaryStep.tsx'), 'SummaryStep'),
})

export const tracesRoutes = [importRoute, planRoute, reviewRoute, methodRoute, summaryRoute] as const
