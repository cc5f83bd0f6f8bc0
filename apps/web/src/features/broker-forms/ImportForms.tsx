import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BROKER_LINE_TEMPLATE_PATH, type BrokerFormFile, type BrokerLinesOfYear } from '@lotbook/contract'
import { apiHost } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Dropzone } from '../../ui/Dropzone.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { fileWords } from './outcome-words.ts'
import { refreshForms } from './use-broker-lines.ts'

/** The place to drop a file of Forms 1099-DA, the questions it leaves open, and what it brought. */
export function ImportForms({
  accounts,
  onClose,
}: {
  readonly accounts: BrokerLinesOfYear['accounts']
  readonly onClose: () => void
}) {
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [account, setAccount] = useState('')
  const [recipient, setRecipient] = useState('')
  const upload = useMutation(
    laterApi.brokerForms.upload.mutationOptions({ onSuccess: () => refreshForms(client) }),
  )
  const refusal = upload.error === null ? undefined : toApiError(upload.error)
  const { account_id: accountError, recipient: recipientError } = refusal?.fields ?? {}
  const isAsking = file !== undefined && (accountError !== undefined || recipientError !== undefined)
  const send = (chosen: File) => {
    setFile(chosen)
    upload.mutate({ file: chosen })
  }
  return (
    <Dialog isOpen onClose={onClose} title="Import Forms 1099-DA" form="sheet">
      <div className="grid gap-4">
        <p className="text-ink-2">
          A table with a row for each line of a form, or the JSON file of the Financial Data Exchange (FDX)
          that some brokers offer.{' '}
          <a className="underline" href={`${apiHost()}${BROKER_LINE_TEMPLATE_PATH}`} download>
            Download the template
          </a>
        </p>
        <Dropzone
          text="Drop a file here or browse"
          hint={
            upload.isPending ? 'Reading the forms…' : 'CSV, XLS, XLSX or JSON, up to 10 MB and 100,000 lines'
          }
          accept=".csv,.xls,.xlsx,.json"
          multiple={false}
          disabledReason={upload.isPending ? 'The previous file is still being read.' : undefined}
          onFiles={([chosen]) => chosen !== undefined && send(chosen)}
        />
        {isAsking && (
          <Form
            onSubmit={(event) => {
              event.preventDefault()
              upload.mutate({
                file,
                ...(account === '' ? {} : { account_id: account }),
                ...(recipient === 'spouse' || recipient === 'taxpayer' ? { recipient } : {}),
              })
            }}
          >
            {(accountError !== undefined || account !== '') && (
              <Field label="Account" error={accountError}>
                <Select value={account} onChange={({ target }) => setAccount(target.value)}>
                  <option value="">Choose an account</option>
                  {accounts.map(({ account_id, account_name }) => (
                    <option key={account_id} value={account_id}>
                      {account_name}
                    </option>
                  ))}
                </Select>
              </Field>
            )}
            {(recipientError !== undefined || recipient !== '') && (
              <Field label="Whose forms they are" error={recipientError}>
                <Select value={recipient} onChange={({ target }) => setRecipient(target.value)}>
                  <option value="">Choose</option>
                  <option value="taxpayer">Mine, under another name</option>
                  <option value="spouse">My spouse’s, on our joint return</option>
                </Select>
              </Field>
            )}
            <div>
              <Button type="submit" look="primary" busy={upload.isPending}>
                Import
              </Button>
            </div>
          </Form>
        )}
        {refusal !== undefined && !isAsking && <Banner tone="danger">{refusal.message}</Banner>}
        {upload.data !== undefined && <Brought file={upload.data.data} />}
      </div>
    </Dialog>
  )
}

function Brought({ file }: { readonly file: BrokerFormFile }) {
  const { problem_count, problems, unknown_assets } = file
  return (
    <Banner tone={problem_count > 0 || unknown_assets.length > 0 ? 'warn' : 'gain'}>
      <div className="grid gap-2">
        <p>
          <span className="font-medium">{file.file_name}</span>: {fileWords(file)}
        </p>
        {unknown_assets.length > 0 && (
          <p>
            Your history has nothing called {new Intl.ListFormat('en').format(unknown_assets.slice(0, 5))}.
          </p>
        )}
        {problem_count > 0 && (
          <details open>
            <summary className="font-medium">
              {problem_count.toLocaleString()} {problem_count === 1 ? 'problem' : 'problems'}
            </summary>
            <ul className="mt-1 grid gap-1">
              {problems.map(({ line, column, value, message }) => (
                <li key={`${line.toString()} ${column ?? ''}`}>
                  Line {line}
                  {column !== null && `, ${column}`}: {message}
                  {value !== null && value !== '' && ` (${value})`}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Banner>
  )
}
