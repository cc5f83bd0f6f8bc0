import { Suspense } from 'react'
import { messages, paths } from '@lotbook/contract'
import { useSlots } from '../../client/slots.ts'
import { Card } from '../../ui/Card.tsx'
import { LoneLink } from '../../ui/Link.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TemplateCard } from './TemplateCard.tsx'
import { UploadPanel } from './UploadPanel.tsx'

/** Ways to bring in the first history, all on one page: the search for its source, a file dropped anywhere, a form. */
export function FirstImport({ onImported }: { readonly onImported?: () => void }) {
  const { FindSource } = useSlots()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Suspense fallback={<Skeleton className="h-140 w-full" />}>
        <FindSource />
      </Suspense>
      <div className="grid gap-6">
        <Card title={messages.import.viaCsv}>
          <UploadPanel isAnywhere {...(onImported === undefined ? {} : { onImported })} />
        </Card>
        <TemplateCard />
        <p>
          <LoneLink to={paths.importManual}>{messages.import.manual}</LoneLink>
        </p>
      </div>
    </div>
  )
}
