import { useSearch } from '@tanstack/react-router'
import { SettingsPage } from '../../shell/SettingsPage.tsx'
import { Card } from '../../ui/Card.tsx'
import { MissingPrices } from './MissingPrices.tsx'
import { OwnPrices } from './OwnPrices.tsx'
import { PriceFileList } from './PriceFileList.tsx'
import { PriceUpload } from './PriceUpload.tsx'

/** Prices of one's own: the files they come in, and what they say. */
export function PricesPage() {
  const { asset } = useSearch({ from: '/signed-in/shell/customer/settings/prices' })
  return (
    <SettingsPage title="Prices">
      <MissingPrices />
      <Card title={asset === undefined ? 'Add a price file' : `Set a price for ${asset}`}>
        {asset !== undefined && (
          <p className="mb-4 text-ink-2">
            Add a file with a line for each day you know a price for, such as{' '}
            <code className="font-mono break-all text-ink">{asset},2025-12-31,1.25</code>. Its columns are
            Asset, Date and Price.
          </p>
        )}
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
