import { PlansPage } from '../features/billing/PlansPage.tsx'
import { AppShell } from '../shell/AppShell.tsx'

/** The plans of a customer in the shell: their route stands beside those that the shell is around. */
export function CustomersPlans() {
  return (
    <AppShell>
      <PlansPage />
    </AppShell>
  )
}
