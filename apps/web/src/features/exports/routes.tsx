import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../shell/layout-routes.tsx'

/** A part of the history to export: a source (`id`) of an account (`group`), or what came to an account (`id`) as `type`. */
export interface ExportSearch {
  id?: string
  group?: string
  type?: string
}

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
