import { useStart } from '../../client/start.ts'
import { SettingsPage } from '../../shell/SettingsPage.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { TokensCard } from './TokensCard.tsx'

/** Ways for a program of the customer's own to use Lotbook. */
export function ApiPage() {
  const isViewing = useStart().get_user_role.viewing !== null
  return (
    <SettingsPage title="API access">
      {isViewing ? <Banner>Only your client can see and create access tokens.</Banner> : <TokensCard />}
    </SettingsPage>
  )
}
