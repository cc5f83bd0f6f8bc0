import { lazyRouteComponent } from '@tanstack/react-router'
import { HomePage } from '../features/imports/HomePage.tsx'

const AppShell = lazyRouteComponent(() => import('../shell/AppShell.tsx'), 'AppShell')

/** Home in the shell: its route stands beside those that the shell is around. */
export function CustomersHome() {
  return (
    <AppShell>
      <HomePage />
    </AppShell>
  )
}
