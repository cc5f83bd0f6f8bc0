import { Check, X } from 'lucide-react'
import { API_CAPABILITIES, type Source } from '@lotbook/contract'
import { MAILED_CODE_SOURCE } from '../../client/mailed-code-source.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Card } from '../../ui/Card.tsx'

/** How to get the file of a source, and what to know about it. */
export function SourceGuide({ source }: { readonly source: Source }) {
  const { name, kind, help, warnings, is_closed, files_read } = source
  const isExplorer = kind === 'blockchain' && files_read.length > 0
  if (help.csv.length === 0 && warnings.length === 0 && !is_closed) return null
  return (
    <Card
      title={
        help.csv.length === 0
          ? `About ${name}`
          : `Your file from ${isExplorer ? `an explorer of ${name}` : name}`
      }
    >
      <div className="grid gap-4">
        {help.csv.length > 0 && (
          <ol className="grid list-decimal gap-2 pl-5">
            {help.csv.map((step) => (
              <li key={step}>{step}.</li>
            ))}
          </ol>
        )}
        {files_read.length > 0 && (
          <div className="text-table text-ink-2">
            <p>Files that are read:</p>
            <ul className="list-disc pl-5">
              {files_read.map((file) => (
                <li key={file}>{file}</li>
              ))}
            </ul>
          </div>
        )}
        {is_closed && (
          <Banner tone="warn">
            {name} has closed. Upload the files you kept, or ask it for your history.
          </Banner>
        )}
        {warnings.map((warning) => (
          <Banner key={warning} tone="warn">
            {warning}
          </Banner>
        ))}
      </div>
    </Card>
  )
}

/** How to connect a source, what comes over the connection, and what to know about it. */
export function ConnectGuide({
  source,
  method,
}: {
  readonly source: Source
  readonly method: 'oauth' | 'api' | 'wallet'
}) {
  const { help, warnings } = source
  const steps = { oauth: help.oauth, api: help.api, wallet: help.address }[method]
  return (
    <>
      {steps.length > 0 && (
        <Card title={method === 'api' && source.slug === MAILED_CODE_SOURCE ? BY_CODE : TITLES[method]}>
          <ol className="grid list-decimal gap-2 pl-5">
            {steps.map((step) => (
              <li key={step}>{step}.</li>
            ))}
          </ol>
        </Card>
      )}
      {method !== 'wallet' && <ApiSupport source={source} title="This connection can import" />}
      {warnings.map((warning) => (
        <Banner key={warning} tone="warn">
          {warning}
        </Banner>
      ))}
      <Banner>
        A connection and a file together are fine: a trade that arrives by both is counted once.
      </Banner>
    </>
  )
}

const BY_CODE = 'Connect with a mailed code'
const TITLES = {
  oauth: 'Sign in and come back',
  api: 'Create a read-only API key',
  wallet: 'Find your public address',
}

/** What the API of an exchange hands out, and what it does not. */
export function ApiSupport({ source, title }: { readonly source: Source; readonly title: string }) {
  const { name, api_support, api_history_limit } = source
  const known = API_CAPABILITIES.filter((one) =>
    [...api_support.supported, ...api_support.unsupported].includes(one),
  )
  if (known.length === 0) return null
  const missing = known.filter((one) => api_support.unsupported.includes(one))
  return (
    <Card title={title}>
      <ul className="grid gap-1.5" aria-label="Supported by the API">
        {known.map((one) => {
          const isSupported = api_support.supported.includes(one)
          const Icon = isSupported ? Check : X
          return (
            <li key={one} className="flex items-center gap-2">
              <Icon aria-hidden="true" className={`size-4 ${isSupported ? 'text-gain' : 'text-ink-3'}`} />
              {one}
              {!isSupported && <span className="text-table text-ink-2">not supported</span>}
            </li>
          )
        })}
      </ul>
      {api_history_limit !== null && (
        <p className="mt-3 text-table text-ink-2">How far back it goes: {api_history_limit}</p>
      )}
      {source.api && missing.length > 0 && (
        <p className="mt-3 text-table text-ink-2">
          Upload a file of {name} too: what its API does not give would be missing.
        </p>
      )}
    </Card>
  )
}
