import { messages } from '@lotbook/contract'
import { Page } from '../../ui/Page.tsx'
import { TemplateCard } from './TemplateCard.tsx'
import { UploadPanel } from './UploadPanel.tsx'

/** Files of any source: each is recognized by its columns. */
export function CsvsPage() {
  return (
    <Page
      title={messages.import.viaCsv}
      summary="Drop the files as you downloaded them. Lotbook recognizes a file by its columns and tells you if it cannot read one. For those, fill in the template."
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <UploadPanel />
        <TemplateCard />
      </div>
    </Page>
  )
}
