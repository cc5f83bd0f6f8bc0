import { PublicPlansPage } from '../features/billing/PublicPlansPage.tsx'
import { PublicFrame } from '../shell/PublicLayout.tsx'

/** The plans of a visitor under the logged-out navigation. */
export function VisitorsPlans() {
  return (
    <PublicFrame isWide>
      <PublicPlansPage />
    </PublicFrame>
  )
}
