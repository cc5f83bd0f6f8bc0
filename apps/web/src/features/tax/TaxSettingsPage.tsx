import { SettingsPage } from '../../shell/SettingsPage.tsx'
import { Card } from '../../ui/Card.tsx'
import { TaxSettings } from './TaxSettingsForm.tsx'

/** How gains are worked out, among the other settings. */
export function TaxSettingsPage() {
  return (
    <SettingsPage title="Taxes">
      <Card title="How your gains are worked out">
        <TaxSettings />
      </Card>
    </SettingsPage>
  )
}
