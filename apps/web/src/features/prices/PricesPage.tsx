import { SettingsPage } from '../../shell/SettingsPage.tsx'
import { Card } from '../../ui/Card.tsx'
import { MissingPrices } from './MissingPrices.tsx'
import { OwnPrices } from './OwnPrices.tsx'
import { PriceFileList } from './PriceFileList.tsx'
import { PriceUpload } from './PriceUpload.tsx'

/** Prices of one's own: the files they come in, and what they say. */
export function PricesPage() {
  return (
    <SettingsPage title="Prices">
      <MissingPrices />
      <Card title="Add a price file">
        <PriceUpload />
      </Card>
      <Card title="Your price files" flush>
        <PriceFileList />
      </Card>
      <Card title="Your prices" flush>
        <OwnPrices />
      </Card>
    </SettingsPage>
  )
}
