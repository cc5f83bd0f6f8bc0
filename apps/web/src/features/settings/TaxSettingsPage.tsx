import { SettingsPage } from '../../shell/SettingsPage.tsx'
import { Card } from '../../ui/Card.tsx'
import { Lock } from '../tax-years/LockForm.tsx'
import { TaxSettings } from './TaxSettingsForm.tsx'

/** How gains are worked out and what may no longer change, among the other settings. */
export function TaxSettingsPage() {
  return (
    <SettingsPage title="Taxes">
      <Card title="How your gains are calculated">
        <TaxSettings />
      </Card>
      <Card title="Lock">
        <Lock />
      </Card>
    </SettingsPage>
  )
}
