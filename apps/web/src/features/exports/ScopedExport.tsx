import { skipToken, useQuery } from '@tanstack/react-query'
import { type ImportSource, paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ExportOffer } from './ExportOffer.tsx'
import type { ExportScope } from './export-scope.ts'
import type { useExports } from './use-exports.ts'

/** The transactions of one source or account by themselves; null is an address that names neither. */
export function ScopedExport({
  scope,
  made,
}: {
  scope: ExportScope | null
  made: ReturnType<typeof useExports>
}) {
  const { name, isGone } = useScopeName(scope)
  const toAll = <TextLink to={paths.settingsExport}>All exports</TextLink>
  return (
    <Card title="Part of your history" flush actions={toAll}>
      {scope === null || isGone ? (
        <EmptyState
          title="This part of your history was not found"
          text="The source or account was deleted, or the address is wrong."
        />
      ) : name === undefined ? (
        <Loading label="what is exported">
          <div className="px-card py-4">
            <Skeleton className="h-10 w-full" />
          </div>
        </Loading>
      ) : (
        <ul>
          <ExportOffer
            kind="transactions-csv"
            text={`${name}, in our own template, which can be uploaded again. Tax forms always include all of your accounts.`}
            busy={made.asking?.kind === 'transactions-csv'}
            disabledReason={undefined}
            onCreate={() => made.create('transactions-csv', undefined, scope)}
          />
        </ul>
      )}
    </Card>
  )
}

function useScopeName(scope: ExportScope | null): { name: string | undefined; isGone: boolean } {
  const sourceId = scope !== null && 'source_id' in scope ? scope.source_id : undefined
  const source = useQuery(
    api.imports.source.queryOptions({
      input: sourceId === undefined ? skipToken : { id: sourceId },
      select: ({ data }) => data.file_name ?? data.account_name,
      retry: false,
    }),
  )
  const accounts = useQuery(api.transactions.facets.queryOptions({ select: (facets) => facets.accounts }))
  const account = accounts.data?.find(({ id }) => id === scope?.account_id)?.name
  if (source.isError || (accounts.data !== undefined && account === undefined))
    return { name: undefined, isGone: true }
  if (account === undefined || (sourceId !== undefined && source.data === undefined) || scope === null)
    return { name: undefined, isGone: false }
  return {
    name:
      'type' in scope
        ? `What came to ${account} ${TYPES[scope.type]}`
        : `What ${source.data ?? ''} brought to ${account}`,
    isGone: false,
  }
}

const TYPES: Readonly<Record<ImportSource['file_type'], string>> = {
  api: 'by API',
  wallet: 'by address',
  manual: 'by hand',
  CSV: 'by files',
}
