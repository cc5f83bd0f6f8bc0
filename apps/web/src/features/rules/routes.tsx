import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../shell/layout-routes.tsx'
import { onlyKnown } from '../../client/search.ts'

/** With `offer` the form begins with what was done by hand. */
export interface RulesSearch {
  readonly offer?: 'true'
}

const settingsRulesRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.settingsRules,
  validateSearch: onlyKnown((search: Record<string, unknown>): RulesSearch =>
    search['offer'] === 'true' || search['offer'] === true ? { offer: 'true' } : {},
  ),
  component: lazyRouteComponent(() => import('./RulesPage.tsx'), 'RulesPage'),
})

export const rulesRoutes = [settingsRulesRoute] as const
