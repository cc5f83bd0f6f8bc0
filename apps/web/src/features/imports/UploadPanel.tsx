import { useRouter } from '@tanstack/react-router'
import { CircleX } from 'lucide-react'
import { Suspense, useState } from 'react'
import { screenMessages } from '@lotbook/contract'
import type { UploadFilesProps } from '../../client/slots.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dropzone } from '../../ui/Dropzone.tsx'
import { readPreferences, writePreferences } from '../../ui/preferences.ts'
import { useAfterUploadPath } from '../../client/after-upload-path.ts'
import { useLiveProgress } from './use-live-progress.ts'
import type { Settled } from './uploads.ts'
import { EXTENSIONS, refusalOf } from './check-file.ts'
import type { FileMark } from './file-marks.ts'
import { LockHint } from './LockHint.tsx'
import { useFilesToCheck } from './use-files-to-check.ts'
import { UploadRow } from './UploadRow.tsx'
import { useUploads } from './use-uploads.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const CheckDialog = lazyPart(async () => (await import('./CheckDialog.tsx')).CheckDialog)

/** The place to drop files, the files on their way, and those that were not taken. */
export function UploadPanel({ exchangeValue, isAnywhere = false, onImported }: UploadFilesProps) {
  const router = useRouter()
  const pathAfter = useAfterUploadPath()
  const live = useLiveProgress()
  const [hasStayed, setStayed] = useState(false)
  const toCheck = useFilesToCheck()
  const { files, rejected, isFirstImport, drop, retry } = useUploads(exchangeValue, (settled: Settled) => {
    if (settled.undescribed !== undefined && toCheck.files.length === 0) {
      onImported?.()
      router.history.push(describing(settled.undescribed))
    } else if (settled.needsAttention || settled.taken.length === 0 || toCheck.files.length > 0)
      setStayed(true)
    else if (onImported === undefined) router.history.push(pathAfter(settled.isFirstImport))
    else onImported()
  })
  const [checks, setChecks] = useState(() => readPreferences().checkFiles === true)
  const [checked] = toCheck.files
  // A file with a wrong name or size is refused at once, as without a check.
  const chosen = (dropped: readonly File[]) => {
    if (!checks) return drop(dropped)
    drop(dropped.filter((file) => refusalOf(file) !== undefined))
    toCheck.add(dropped.filter((file) => refusalOf(file) === undefined))
  }
  const taken = files.filter(({ state }) => state.kind === 'taken')

  return (
    <div className="grid gap-4">
      <LockHint />
      <Dropzone
        text={screenMessages.csv.drop}
        hint="CSV, XLS or XLSX, up to 10 MB. Uploading the same history again adds nothing twice and keeps your changes."
        accept={EXTENSIONS.map((extension) => `.${extension}`).join(',')}
        isAnywhere={isAnywhere}
        onFiles={chosen}
      />
      <Checkbox
        label="Check before importing"
        hint="Shows what a file contains and what it would add, and asks before anything is imported."
        checked={checks}
        onChange={({ target }) => {
          setChecks(target.checked)
          writePreferences({ checkFiles: target.checked })
        }}
      />
      {toCheck.lost.length > 0 && (
        <Banner
          action={
            <Button size="small" onClick={toCheck.forget}>
              Forget {toCheck.lost.length === 1 ? 'it' : 'them'}
            </Button>
          }
        >
          {lostText(toCheck.lost)}
        </Banner>
      )}
      {checked !== undefined && (
        <Suspense>
          <CheckDialog
            key={`${checked.name} ${toCheck.files.length.toString()}`}
            file={checked}
            exchangeValue={exchangeValue}
            onSkip={toCheck.next}
            onImport={(answers) => {
              drop([checked], answers)
              toCheck.next()
            }}
          />
        </Suspense>
      )}
      {files.length > 0 && (
        <ul aria-label="Files" className="divide-y divide-line rounded-card border border-line bg-surface">
          {files.map((upload) => (
            <UploadRow key={upload.id} upload={upload} live={live} onRetry={() => retry(upload.id)} />
          ))}
        </ul>
      )}
      {hasStayed && taken.length > 0 && (
        <p>
          <ButtonLink to={pathAfter(isFirstImport)}>Go to Imported History</ButtonLink>
        </p>
      )}
      <div role="status" aria-atomic="false" className="empty:-mt-4">
        {rejected.length > 0 && (
          <>
            <h2 className="mb-2 text-body font-semibold">Not taken</h2>
            <ul className="divide-y divide-line rounded-card border border-line bg-surface">
              {rejected.map(({ id, text, detail, uploadId }) => (
                <li key={id} className="flex items-start gap-3 px-4 py-3">
                  <CircleX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
                  <div className="min-w-0 break-words">
                    <p className="font-medium">{text}</p>
                    {detail !== null && <p className="mt-0.5 text-table text-ink-2">{detail}</p>}
                    {uploadId !== undefined && (
                      <ButtonLink size="small" className="mt-2" to={describing(uploadId)}>
                        Describe its columns
                      </ButtonLink>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}

/** Path of the screen on which a file is described. */
const describing = (uploadId: string) => `/imports/formats?file=${uploadId}`

/** Message after a reload about files that were being checked. */
function lostText(lost: readonly FileMark[]): string {
  const names = new Intl.ListFormat('en').format(lost.map(({ name }) => name))
  return lost.length === 1
    ? `You were checking ${names}. It was not imported. Choose it again; your answers are still there.`
    : `You were checking ${names}. They were not imported. Choose them again; your answers are still there.`
}
