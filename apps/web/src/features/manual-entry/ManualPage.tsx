import { screenMessages } from '@lotbook/contract'
import { Card } from '../../ui/Card.tsx'
import { Page } from '../../ui/Page.tsx'
import { EntryHelp } from './EntryHelp.tsx'
import { ManualEntry } from './ManualEntry.tsx'

/** A transaction entered by hand. */
export function ManualPage() {
  return (
    <Page title={screenMessages.manual.title} summary="For transactions that no file or connection covers.">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card>
          <ManualEntry />
        </Card>
        <EntryHelp />
      </div>
    </Page>
  )
}
