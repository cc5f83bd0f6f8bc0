import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PRICE_TEMPLATE_PATH, type PriceUploadAnswer } from '@lotbook/contract'
import { apiHost } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dropzone } from '../../ui/Dropzone.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { broughtWords, unknownWords } from './price-words.ts'
import { ProblemList } from './PriceProblems.tsx'
import { refreshPrices } from './use-price-files.ts'

/** The place to drop a price file, the question of what it is of, and what it brought. */
export function PriceUpload() {
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [asset, setAsset] = useState('')
  const upload = useMutation(
    laterApi.prices.upload.mutationOptions({
      onSuccess: async () => {
        setAsset('')
        await refreshPrices(client)
      },
    }),
  )
  const refusal = upload.error === null ? undefined : toApiError(upload.error)
  const isAsking = file !== undefined && refusal?.fields['asset'] !== undefined
  const send = (chosen: File) => {
    setFile(chosen)
    upload.mutate({ file: chosen })
  }

  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        For assets whose value is not stated by a record or a trade. A price counts for 24 hours, or until the
        next one; a date without a time counts for that day, in UTC.
      </p>
      <Dropzone
        text="Drop a price file here or browse"
        hint={upload.isPending ? 'Reading the prices…' : 'CSV, XLS or XLSX, up to 10 MB and 100,000 prices'}
        accept=".csv,.xls,.xlsx"
        multiple={false}
        disabledReason={upload.isPending ? 'The previous file is still being read.' : undefined}
        onFiles={([chosen]) => chosen !== undefined && send(chosen)}
      />
      {isAsking && (
        <Form
          onSubmit={(event) => {
            event.preventDefault()
            if (asset.trim() !== '') upload.mutate({ file, asset: asset.trim() })
          }}
        >
          <Field
            label="Asset"
            hint={`The asset whose prices are in ${file.name}: a ticker such as BTC.`}
            error={refusal?.fields['asset']}
          >
            <TextInput value={asset} maxLength={200} onChange={({ target }) => setAsset(target.value)} />
          </Field>
          <div>
            <Button
              type="submit"
              busy={upload.isPending}
              disabledReason={asset.trim() === '' ? 'Name the asset first.' : undefined}
            >
              Add prices
            </Button>
          </div>
        </Form>
      )}
      {refusal !== undefined && !isAsking && <Banner tone="danger">{refusal.message}</Banner>}
      {upload.data !== undefined && <Brought answer={upload.data} />}
      <Layouts />
    </div>
  )
}

function Brought({ answer }: { answer: PriceUploadAnswer }) {
  const { file, problems } = answer
  const unknown = unknownWords(file.unknown_assets)
  return (
    <Banner tone={file.problem_count > 0 ? 'warn' : 'gain'}>
      <div className="grid gap-2">
        <p>
          <span className="font-medium">{file.file_name}</span>: {broughtWords(answer)}
        </p>
        {unknown !== undefined && <p>{unknown}</p>}
        {file.problem_count > 0 && (
          <details>
            <summary className="font-medium">
              {file.problem_count.toLocaleString()} {file.problem_count === 1 ? 'row was' : 'rows were'} not
              used
            </summary>
            <ProblemList problems={problems} total={file.problem_count} />
          </details>
        )}
      </div>
    </Banner>
  )
}

const layouts = [
  { name: 'Asset, Date, Price, Currency', text: 'Our template. The currency can stay empty.' },
  {
    name: 'Date, Open, High, Low, Close',
    text: 'As price sites provide them. The Close is used. If there is no Symbol column, Lotbook asks for the asset.',
  },
  { name: 'Date, BTC, ETH, …', text: 'A column for each asset.' },
]

function Layouts() {
  return (
    <details>
      <summary className="font-medium text-ink-2 hover:text-ink">What a price file looks like</summary>
      <dl className="mt-2 grid gap-2 text-table">
        {layouts.map(({ name, text }) => (
          <div key={name}>
            <dt className="font-medium">{name}</dt>
            <dd className="text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-table text-ink-2">
        Dates are UTC: 2025-03-14, or 2025-03-14T09:00:00Z with a time.{' '}
        <a
          href={`${apiHost()}${PRICE_TEMPLATE_PATH}`}
          className="rounded-[2px] font-medium text-accent underline decoration-1 underline-offset-2 hover:text-accent-hover"
        >
          Download the template
        </a>
      </p>
    </details>
  )
}
