import { useStart } from '../../client/start.ts'
import { SettingsPage } from '../../shell/SettingsPage.tsx'
import { Card } from '../../ui/Card.tsx'
import { DisplaySettings } from './DisplaySettings.tsx'
import { EmailState } from './EmailState.tsx'
import { LocationForm } from './LocationForm.tsx'
import { NameForm } from './NameForm.tsx'

/** Person, country of filing, and display settings of this browser. */
export function ProfilePage() {
  const start = useStart()
  const user = start.get_user_role
  return (
    <SettingsPage title="Profile">
      <Card title="You">
        <div className="grid gap-6">
          <EmailState user={user} />
          <NameForm user={user} />
        </div>
      </Card>
      {user.roles.includes('customer') && (
        <Card title="Where you file">
          <LocationForm setting={start.setting} />
        </Card>
      )}
      <Card title="This browser">
        <DisplaySettings />
      </Card>
    </SettingsPage>
  )
}
