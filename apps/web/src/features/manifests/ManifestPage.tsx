import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ManifestView, OPEN_TREATMENTS, type OpenTreatment, paths } from '@lotbook/contract'
import { apiHost } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { isNothingThere, toApiError } from '../../client/api-error.ts'
import { Card } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { DateTime } from '../../ui/Values.tsx'
import { InvariantsCard } from './InvariantsCard.tsx'
import { settingsLine } from '../settings/tax-setting-words.ts'
import { choiceName, choicesInForce, tokenWords, treatmentWords } from '../treatments/treatment-words.ts'
import { useAssetNames } from '../transactions/use-asset-names.ts'

/** The proof of a calculation: what it was made of and what came of it, signed, and how anybody checks it. */
export function ManifestPage() {
  const { id } = useSearch({ from: '/signed-in/shell/customer/tax/manifest' })
  return id === undefined ? <WhichOne title="Which calculation?" /> : <Asked id={id} />
}

function WhichOne({ title }: { title: string }) {
  return (
    <Page title="Manifest">
      <Card>
        <EmptyState
          title={title}
          text="Each calculation has a manifest. Choose one among your calculations."
          actions={<TextLink to={paths.tax}>Calculations</TextLink>}
        />
      </Card>
    </Page>
  )
}

function Asked({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(
    laterApi.manifests.get.queryOptions({ input: { id }, select: (answer) => answer.data }),
  )
  if (data !== undefined) return <Found manifest={data} />
  if (error !== null && isNothingThere(error)) return <WhichOne title="This calculation was not found" />
  return (
    <Page title="Manifest">
      {error === null ? (
        <Loading label="manifest">
          <Skeleton className="h-80 w-full" />
        </Loading>
      ) : (
        <Card>
          <ErrorState
            title="The manifest could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      )}
    </Page>
  )
}

function Found({ manifest }: { manifest: ManifestView }) {
  const { id, finished_at, settings, key_fingerprint, has_files } = manifest
  const assetName = useAssetNames()
  const command = `npm run lotbook -- verify manifest.json --input input.json --key ${key_fingerprint}`
  return (
    <Page
      title="Manifest"
      summary={
        <>
          Calculated <DateTime instant={finished_at} zone /> · {settingsLine(settings)} · engine{' '}
          {manifest.engine_version}, rules {manifest.rules_version}
        </>
      }
    >
      <div className="grid gap-6">
        <Card title="What it proves">
          <div className="grid gap-4">
            <p className="text-ink-2">
              The manifest names what went into this calculation and what came out, by hash, signed by this
              site. Anyone who has the files can repeat the calculation without us.
            </p>
            <dl className="grid gap-3">
              <Hash
                name={`Input, ${manifest.transactions.toLocaleString()} transactions`}
                value={manifest.input_hash}
              />
              <Hash name="Result" value={manifest.result_hash} />
              <Hash name="Manifest" value={manifest.manifest_hash} />
              <Hash name="Signed with the key" value={key_fingerprint} />
            </dl>
          </div>
        </Card>
        <InvariantsCard manifest={manifest} />
        <Card title="Unsettled questions and how they were treated">
          <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
            {choicesInForce(settings).map(({ treatment, choice }) => (
              <Treated key={treatment} treatment={treatment} choice={choice} />
            ))}
            {settings.tokens.map(({ kind, asset, of }) => (
              <Line key={`${asset} ${of ?? ''}`} name={tokenWords[kind]}>
                {of === null ? assetName(asset) : `${assetName(asset)} for ${assetName(of)}`}
              </Line>
            ))}
          </dl>
        </Card>
        <Card title="Check it">
          <div className="grid gap-4">
            <ul className="flex flex-wrap gap-3">
              <File id={id} name="manifest.json" />
              {has_files && <File id={id} name="input.json" />}
              {has_files && <File id={id} name="result.json" />}
            </ul>
            {has_files ? (
              <>
                <p className="text-ink-2">
                  In a copy of Lotbook’s code with the first two files in it, this works everything out again
                  and reports anything that differs. It needs neither a network nor our servers.
                </p>
                <div className="flex items-center gap-2 rounded-control bg-sunken p-3">
                  <code className="min-w-0 grow font-mono text-table break-all">{command}</code>
                  <CopyButton text={command} label="Copy command" />
                </div>
              </>
            ) : (
              <p className="text-ink-2">
                This calculation was made before inputs were kept, so it cannot be reproduced. Calculate again
                to get one that can.
              </p>
            )}
          </div>
        </Card>
      </div>
    </Page>
  )
}

function Treated({ treatment, choice }: { treatment: OpenTreatment; choice: string }) {
  return (
    <Line name={treatmentWords[treatment].name}>
      {choiceName(treatment, choice)}
      {choice === OPEN_TREATMENTS[treatment][0] && <span className="text-ink-2"> · default</span>}
    </Line>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="max-sm:mb-2">{children}</dd>
    </>
  )
}

function Hash({ name, value }: { name: ReactNode; value: string }) {
  return (
    <div>
      <dt className="text-table text-ink-2">{name}</dt>
      <dd className="flex items-center gap-1">
        <span className="min-w-0 font-mono text-table break-all">{value}</span>
        <CopyButton text={value} label="Copy SHA-256" />
      </dd>
    </div>
  )
}

function File({ id, name }: { id: string; name: string }) {
  return (
    <li>
      <a
        href={`${apiHost()}/tax_calculations/${id}/${name}`}
        download={name}
        className="inline-flex h-9 items-center gap-2 rounded-control border border-line-strong bg-surface px-4 font-medium text-ink hover:bg-sunken pointer-coarse:h-11"
      >
        <Download aria-hidden="true" className="size-4" />
        {name}
      </a>
    </li>
  )
}
