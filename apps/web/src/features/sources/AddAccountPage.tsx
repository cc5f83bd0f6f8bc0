import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { ArrowLeft, FileSpreadsheet, KeyRound, LogIn, Wallet } from 'lucide-react'
import { Suspense, useState } from 'react'
import { fill, messages, paths, type Source, screenMessages } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useSlots } from '../../client/slots.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { RadioTiles } from '../../ui/RadioTiles.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { SourceLogo } from '../../ui/SourceLogo.tsx'
import { ApiSupport, ConnectGuide, SourceGuide } from './SourceGuide.tsx'
import type { AddAccountSearch } from './add-account-search.ts'
import { firstMethod, headingName, type Method, methodNotice, methodsOf } from './source-methods.ts'

/** Add an account of one source, chosen by slug. */
export function AddAccountPage() {
  const { AddSourceButton } = useSlots()
  const { slug = '' } = useSearch({ strict: false }) as { slug?: string }
  const { data, error, refetch, isFetching } = useQuery({
    ...api.sources.bySlug.queryOptions({ input: { id: slug } }),
    staleTime: Infinity,
    enabled: slug !== '',
    select: (answer) => answer.data,
  })
  const isUnknown = slug === '' || (error !== null && toApiError(error).code === 'not_found')
  if (data !== undefined) return <AddAccount source={data} />
  return (
    <Page title={isUnknown ? 'Unknown source' : 'Adding an account'}>
      {isUnknown ? (
        <EmptyState
          title={messages.import.nothingFound}
          text="There is no source with this name. Search for it, or upload its files as they are."
          actions={
            <>
              <Suspense>
                <AddSourceButton />
              </Suspense>
              <ButtonLink to={paths.importCsvs}>{messages.import.viaCsv}</ButtonLink>
            </>
          }
        />
      ) : error === null ? (
        <SourceLoading />
      ) : (
        <ErrorState
          title="The source could not be loaded"
          text={toApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Page>
  )
}

function AddAccount({ source }: { source: Source }) {
  const { ConnectAccount } = useSlots()
  const router = useRouter()
  const { csv, action, sourceid, method: fixed } = useSearch({ strict: false }) as AddAccountSearch
  const [method, setMethod] = useState<Method>(() => firstMethod(source, csv === 'true', fixed))
  const title = fill(screenMessages.add.heading, { name: headingName(source) })

  function back() {
    if (router.history.canGoBack()) router.history.back()
    else router.history.push(paths.imports)
  }

  return (
    <div>
      <div className="mx-auto -mb-4 max-w-[1328px] px-2 pt-4 md:px-4">
        <Button
          look="quiet"
          size="small"
          icon={<ArrowLeft aria-hidden="true" className="size-4" />}
          onClick={back}
        >
          Back
        </Button>
      </div>
      <Page
        title={title}
        heading={
          <span className="flex items-center gap-3">
            <SourceLogo slug={source.slug} name={source.name} />
            <span className="min-w-0 break-words">{title}</span>
          </span>
        }
      >
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid gap-4">
            {action === 'fix' && method !== 'wallet' && (
              <Banner tone="warn">{source.fix_notice ?? fixText(source.name, method)}</Banner>
            )}
            <MethodChoice source={source} method={method} onChange={setMethod} />
            {method === 'csv' ? (
              <FileWay source={source} />
            ) : (
              <Card>
                <Suspense fallback={<Skeleton className="h-64 w-full" />}>
                  <ConnectAccount
                    key={method}
                    source={source}
                    method={method}
                    updates={action === 'fix' ? sourceid : undefined}
                    action={action}
                    onCancel={back}
                  />
                </Suspense>
              </Card>
            )}
          </div>
          <div className="grid gap-4">
            {method === 'csv' ? (
              <FileGuide source={source} />
            ) : (
              <ConnectGuide source={source} method={method} />
            )}
          </div>
        </div>
      </Page>
    </div>
  )
}

function fixText(name: string, method: Method): string {
  const kept = 'everything that was imported stays, and the import goes on where it stopped.'
  return method === 'oauth'
    ? `The sign-in of your ${name} account has expired. Sign in again below: ${kept}`
    : `The key of your ${name} account no longer works. Enter a new one below: ${kept}`
}

/** The ways in, where there is more than one. */
function MethodChoice(props: {
  readonly source: Source
  readonly method: Method
  readonly onChange: (method: Method) => void
}) {
  const { source, method, onChange } = props
  const methods = methodsOf(source)
  if (methods.length < 2) return null
  return (
    <Card title={screenMessages.add.choose}>
      <RadioTiles
        legend={screenMessages.add.choose}
        hideLegend
        columns={2}
        value={method}
        onChange={onChange}
        tiles={methods.map((value) => {
          const Icon = ICONS[value]
          return {
            value,
            ...screenMessages.tiles[value],
            icon: <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-3" />,
          }
        })}
      />
    </Card>
  )
}

const ICONS = { oauth: LogIn, api: KeyRound, wallet: Wallet, csv: FileSpreadsheet }

/** The upload. */
function FileWay({ source }: { readonly source: Source }) {
  const { UploadFiles } = useSlots()
  const notice = methodNotice(source)
  return (
    <>
      {notice !== undefined && <Banner>{notice}</Banner>}
      <Card>
        <div className="mb-4 flex items-center gap-3">
          <span className="flex size-10 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent">
            <FileSpreadsheet aria-hidden="true" className="size-5" />
          </span>
          <div>
            <h2 className="font-semibold">{screenMessages.tiles.csv.title}</h2>
            <p className="text-ink-2">
              {source.csv ? screenMessages.tiles.csv.text : 'Import data from the template, filled in.'}
            </p>
          </div>
        </div>
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          <UploadFiles exchangeValue={source.value} />
        </Suspense>
      </Card>
    </>
  )
}

function FileGuide({ source }: { readonly source: Source }) {
  const { UploadTemplate } = useSlots()
  const template = (
    <Suspense>
      <UploadTemplate />
    </Suspense>
  )
  return (
    <>
      {/* Where no file of its own is read, the template is the way, and comes first. */}
      {!source.csv && template}
      <SourceGuide source={source} />
      {source.csv && template}
      {!source.api && <ApiSupport source={source} title={`What the API of ${source.name} supports`} />}
    </>
  )
}

function SourceLoading() {
  return (
    <Loading label="the source">
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Skeleton className="h-64" />
        <Skeleton className="h-40" />
      </div>
    </Loading>
  )
}
