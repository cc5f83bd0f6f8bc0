import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { useSlots } from '../../client/slots.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { LoneLink } from '../../ui/Link.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ImportReceipts } from '../imports/ImportReceipts.tsx'
import { ReceiptPlace } from '../imports/ReceiptPlace.tsx'
import { useRecentImports } from '../imports/recent-imports.ts'
import { counted, nameOf, statusOf } from '../imports/import-state.ts'
import { GoOn } from './GoOn.tsx'
import { StepPage } from './StepPage.tsx'
import { useStandOn, useWalk } from './use-walk.ts'

/** Accounts that the step lists; all of them are in the history. */
const MOST = 8

/** The first step: every account and wallet there ever was. After an upload a person stays here, with its receipt. */
export function ImportStep() {
  const { AddSourceButton, FirstImport } = useSlots()
  const client = useQueryClient()
  const { data: walk } = useWalk()
  const { data: histories } = useQuery(api.imports.histories.queryOptions({ input: { page: 1 } }))
  const rows = histories?.data ?? []
  const hasHistory = walk?.has_history === true
  const recent = useRecentImports()
  useStandOn('UploadCsvWizard')
  const imported = () => void client.invalidateQueries({ queryKey: api.imports.key() })
  return (
    <StepPage
      step={1}
      title="Import"
      summary="Add every exchange and wallet you have used. You are asked later about anything missing."
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {/* One way on stands out: before there is a history it is the import, then it is the next step. */}
        <GoOn
          look={hasHistory ? 'primary' : 'secondary'}
          disabledReason={walk?.has_history === false ? 'import something first' : undefined}
        />
        <Suspense fallback={<Skeleton className="h-9 w-48" />}>
          <AddSourceButton look={hasHistory ? 'secondary' : 'primary'} />
        </Suspense>
        <LoneLink to={paths.onboardingVideo}>How Lotbook works</LoneLink>
        <LoneLink className="md:hidden" to={paths.switchNotification}>
          Continue on your computer
        </LoneLink>
      </div>
      <ReceiptPlace isKept={recent.length > 0}>
        <ImportReceipts rows={rows} isFirst={false} onClose={imported} />
      </ReceiptPlace>
      {rows.length > 0 && (
        <Card
          title="Your accounts"
          flush
          actions={<ButtonLink to={paths.imports}>Imported History</ButtonLink>}
        >
          <ul className="divide-y divide-rule pt-2">
            {rows.slice(0, MOST).map((row) => (
              <li
                key={row.id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-card py-2.5"
              >
                <span className="font-medium wrap-anywhere">{nameOf(row)}</span>
                <span className="flex items-center gap-4">
                  <span className="text-table text-ink-2">
                    {counted(row.total_transactions, 'transaction')}
                  </span>
                  <StatusBadge {...statusOf(row, undefined)} />
                </span>
              </li>
            ))}
          </ul>
          {rows.length > MOST && (
            <p className="px-card py-3">
              <LoneLink to={paths.imports}>
                All {counted(histories?.meta.total_count ?? rows.length, 'account')}
              </LoneLink>
            </p>
          )}
        </Card>
      )}
      {rows.length > 0 && <h2 className="text-h2 font-semibold">Add another account</h2>}
      <FirstImport onImported={imported} />
    </StepPage>
  )
}
