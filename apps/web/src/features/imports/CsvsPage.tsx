import { useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { messages } from '@lotbook/contract'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { TemplateCard } from './TemplateCard.tsx'
import { UploadPanel } from './UploadPanel.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const Formats = lazyPart(async () => (await import('./FormatsPage.tsx')).FormatsPage)

/** Files of any source: each is recognized by its columns. */
export function CsvsPage() {
  // One route for both: the first screen, which has all routes, has no room for the name of another.
  const isFormats = useLocation().pathname.endsWith('/formats')
  if (isFormats)
    return (
      <Suspense>
        <Formats />
      </Suspense>
    )
  return (
    <Page
      title={messages.import.viaCsv}
      summary="Drop the files as you downloaded them. Lotbook recognizes a file by its columns. If it does not know a file, you describe its columns once."
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <UploadPanel />
        <div className="grid gap-6">
          <TemplateCard />
          <Card title="Your own formats">
            <p>
              <Link to="/imports/formats" className="font-medium text-accent underline">
                Layouts you described
              </Link>
              , and files that wait to be.
            </p>
          </Card>
        </div>
      </div>
    </Page>
  )
}
