import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OwnFormat, OwnFormatRow } from '@lotbook/contract'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { saveFile } from '../../ui/charts/save-file.ts'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { counted } from './import-state.ts'
import { sharedName } from './own-format-words.ts'

/** Largest file of a description that is looked at: it has 200 columns and 300 words at most. */
const MOST_BYTES = 256 * 1024

/** Formats that the person described, and files that wait to be. */
export function OwnFormats() {
  const client = useQueryClient()
  const chosen = useRef<HTMLInputElement>(null)
  const list = useQuery(laterApi.ownFormats.list.queryOptions())
  const settled = {
    onSuccess: () => client.invalidateQueries({ queryKey: laterApi.ownFormats.list.key() }),
    onError: (thrown: unknown) => toastFailed(toApiError(thrown).message),
  }
  const add = useMutation({
    mutationFn: async (file: File) => {
      const format = await formatIn(file)
      if (format === undefined) return toastFailed(`${file.name} is no format of Lotbook.`)
      await laterCalls.ownFormats.add({ format })
    },
    ...settled,
  })
  const discard = useMutation(laterApi.ownFormats.discard.mutationOptions(settled))
  const { data, error, isFetching, refetch } = list
  return (
    <Page
      title="Your own formats"
      summary="Layouts you described. Files with the same columns are read the same way."
      actions={
        <>
          <input
            ref={chosen}
            type="file"
            accept=".json,application/json"
            aria-label="A format from a file"
            className="sr-only"
            tabIndex={-1}
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file !== undefined) add.mutate(file)
              target.value = ''
            }}
          />
          <Button busy={add.isPending} onClick={() => chosen.current?.click()}>
            Add from a file
          </Button>
          <ButtonLink to="/imports/csvs">Upload a file</ButtonLink>
        </>
      }
    >
      {data === undefined ? (
        error === null ? (
          <Loading label="your formats">
            <Skeleton className="h-40 w-full" />
          </Loading>
        ) : (
          <ErrorState
            title="Your formats could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <div className="grid gap-6">
          {data.waiting.length > 0 && (
            <Card title="Files to describe" flush>
              <ul aria-label="Waiting files" className="mt-2 divide-y divide-line">
                {data.waiting.map(({ upload_id: id, file_name: name }) => (
                  <li key={id} className="flex flex-wrap items-center justify-between gap-3 px-card py-3">
                    <span className="min-w-0 wrap-anywhere">{name}</span>
                    <span className="flex gap-2">
                      <Button
                        size="small"
                        aria-label={`Forget ${name}`}
                        onClick={() => discard.mutate({ id })}
                      >
                        Forget
                      </Button>
                      <ButtonLink
                        size="small"
                        to={`/imports/formats?file=${id}`}
                        aria-label={`Describe ${name}`}
                      >
                        Describe
                      </ButtonLink>
                    </span>
                  </li>
                ))}
              </ul>
            </Card>
          )}
          <Card title="Formats" flush>
            {data.data.length === 0 ? (
              <EmptyState
                title="No formats of your own yet"
                text="Upload a file that Lotbook does not know and describe its columns. Or add a format that somebody shared with you."
              />
            ) : (
              <ul aria-label="Formats" className="mt-2 divide-y divide-line">
                {data.data.map((format) => (
                  <FormatLine key={format.id} format={format} settled={settled} />
                ))}
              </ul>
            )}
          </Card>
        </div>
      )}
    </Page>
  )
}

function FormatLine({
  format: { id, title, columns, files },
  settled,
}: {
  format: OwnFormatRow
  settled: { onSuccess: () => Promise<void>; onError: (thrown: unknown) => void }
}) {
  const [isRenaming, setRenaming] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const rename = useMutation(laterApi.ownFormats.rename.mutationOptions(settled))
  const remove = useMutation(laterApi.ownFormats.remove.mutationOptions(settled))
  const share = useMutation({
    mutationFn: () => laterCalls.ownFormats.share({ id }),
    onSuccess: ({ data }) => {
      saveFile(
        new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }),
        sharedName(data),
      )
      toastDone('Saved. The file contains column names and type words, and none of your history.')
    },
    onError: settled.onError,
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-card py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="text-table text-ink-2">
          {counted(columns, 'column')} · {counted(files, 'file')} read
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" aria-label={`Rename ${title}`} onClick={() => setRenaming(true)}>
          Rename
        </Button>
        <Button
          size="small"
          aria-label={`Share ${title}`}
          busy={share.isPending}
          onClick={() => share.mutate()}
        >
          Share without data
        </Button>
        <Button size="small" aria-label={`Delete ${title}`} onClick={() => setLeaving(true)}>
          Delete
        </Button>
      </div>
      {isRenaming && (
        <RenameDialog
          title={title}
          onClose={() => setRenaming(false)}
          onSave={(next) => {
            setRenaming(false)
            rename.mutate({ id, title: next })
          }}
        />
      )}
      <ConfirmDialog
        isOpen={isLeaving}
        title={`Delete ${title}?`}
        text="Files already imported with it stay as they are. New files with these columns will not be recognized."
        confirm="Delete"
        isDestructive
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
        onClose={() => setLeaving(false)}
      />
    </li>
  )
}

function RenameDialog({
  title,
  onSave,
  onClose,
}: {
  title: string
  onSave: (title: string) => void
  onClose: () => void
}) {
  const [name, setName] = useState(title)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Rename ${title}`}
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            {...(name.trim() === '' && { disabledReason: 'Give it a name first.' })}
            onClick={() => onSave(name.trim())}
          >
            Rename
          </Button>
        </>
      }
    >
      <Field label="Name">
        <TextInput value={name} maxLength={100} onChange={({ target }) => setName(target.value)} />
      </Field>
    </Dialog>
  )
}

/** The description in a file, undefined where it is no JSON. The server checks what it holds. */
async function formatIn(file: File): Promise<OwnFormat | undefined> {
  if (file.size > MOST_BYTES) return undefined
  try {
    return JSON.parse(await file.text()) as OwnFormat
  } catch {
    return undefined
  }
}
