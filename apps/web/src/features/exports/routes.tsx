import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import type { ExportSearch } from './export-scope.ts'
import { customerRoute } from '../../shell/layout-routes.tsx'

const settingsExportRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.settingsExport,
  validateSearch: (search: Record<string, unknown>): ExportSearch =>
    Object.fromEntries(
      ['id', 'group', 'type'].flatMap((name) => {
        const value = search[name]
        return typeof value === 'string' && value !== '' ? [[name, value]] : []
      }),
    ),
  component: lazyRouteComponent(() => import('./ExportPage.tsx'), 'ExportPage'),
})

export const exportRoutes = [settingsExportRoute] as const
