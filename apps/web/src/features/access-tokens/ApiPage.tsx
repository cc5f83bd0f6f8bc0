import { useStart } from '../../client/start.ts'
import { SettingsPage } from '../../shell/SettingsPage.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { WebhooksCard } from '../webhooks/WebhooksCard.tsx'
import { SecretShownDialog } from './SecretShownDialog.tsx'
import { TokensCard } from './TokensCard.tsx'

/** Ways for a program of the customer's own to use Lotbook. */
export function ApiPage() {
  const isViewing = useStart().get_user_role.viewing !== null
  return (
    <SettingsPage title="API access">
      {isViewing ? (
        <Banner>Only your client can see and change API access.</Banner>
      ) : (
        <>
          <TokensCard />
          <WebhooksCard
            showSecret={(secret, onClose) => (
              <SecretShownDialog
                title="Copy the signing secret"
                text="We cannot show it again. Your server checks with it that a message comes from Lotbook."
                secret={secret}
                onClose={onClose}
              />
            )}
          />
        </>
      )}
    </SettingsPage>
  )
}
