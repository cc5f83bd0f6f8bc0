import { Navigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { paths } from '@lotbook/contract'
import { RoadPlace } from '../../client/RoadPlace.tsx'
import { useSlots } from '../../client/slots.ts'
import { useStart } from '../../client/start.ts'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { FirstImport } from './FirstImport.tsx'

/** First page of a customer without history. Once there is some, the import history takes its place. */
export function HomePage() {
  const { AddSourceButton } = useSlots()
  const { import_history_exists } = useStart()
  const [isAdding, setAdding] = useState(false)
  // A dialog in which somebody enters one transaction after the other stays until they close it.
  if (import_history_exists && !isAdding) {
    return <Navigate to={paths.imports} search={{ first_import: 'success' }} replace />
  }
  return (
    <Page
      title="Welcome to Lotbook"
      summary="From your transactions to forms you can file, with every step shown. Start with the account you traded on most, or drop its file anywhere on this page."
      actions={
        <Suspense fallback={<Skeleton className="h-9 w-48" />}>
          <AddSourceButton onOpen={setAdding} />
        </Suspense>
      }
    >
      <div className="grid gap-6">
        <RoadPlace at="import" />
        <FirstImport />
      </div>
    </Page>
  )
}
