import { SettingsPage } from '../../shell/SettingsPage.tsx'
import { Card } from '../../ui/Card.tsx'
import { AuthenticatorCard } from './AuthenticatorCard.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SessionList } from './SessionList.tsx'

/** Protection of the account: second factors, recovery codes, password, sessions. */
export function SecurityPage() {
  return (
    <SettingsPage title="MFA & security">
      <AuthenticatorCard />
      <PasskeysCard />
      <Card title="Password">
        <PasswordForm />
      </Card>
      <SessionList />
    </SettingsPage>
  )
}
