import { useStart } from '../../client/start.ts'
import { SettingsPage } from '../../shell/SettingsPage.tsx'
import { Card } from '../../ui/Card.tsx'
import { ChangeEmail } from './ChangeEmail.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { DisplaySettings } from './DisplaySettings.tsx'
import { EmailState } from './EmailState.tsx'
import { LocationForm } from './LocationForm.tsx'
import { NameForm } from './NameForm.tsx'

/** Person, country of filing, and display settings of this browser. */
export function ProfilePage() {
  const start = useStart()
  const user = start.get_user_role
  const { country_code, currency, time_zone } = start.setting
  return (
    <SettingsPage title="Profile">
      <Card title="You">
        <div className="grid gap-6">
          <EmailState user={user}>
            <ChangeEmail />
          </EmailState>
          {/* Made anew with another name, as when one is put back. */}
          <NameForm key={JSON.stringify([user.first_name, user.last_name])} user={user} />
        </div>
      </Card>
      {user.roles.includes('customer') && (
        <Card title="Where you file">
          <LocationForm key={`${country_code} ${time_zone} ${currency}`} setting={start.setting} />
        </Card>
      )}
      <Card title="This browser">
        <DisplaySettings />
      </Card>
      {!user.roles.includes('admin') && (
        <Card title="Delete account">
          <DeleteAccount />
        </Card>
      )}
    </SettingsPage>
  )
}
