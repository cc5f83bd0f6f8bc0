import type { FileAnswers, FilePreview, UploadResult } from '@lotbook/contract'
import { apiHost } from '../../client/api.ts'
import { type ApiError, refusalOf, toApiError } from '../../client/api-error.ts'

interface FileToRead {
  readonly file: File
  /** The source on whose page it was dropped. */
  readonly exchangeValue: string | undefined
  /** Answers to the questions of the file. */
  readonly answers: FileAnswers
}

export interface SendFile extends FileToRead {
  readonly key: string
  readonly traceId: string
  /** Told how many bytes of the file have left. */
  readonly onProgress: (sent: number) => void
}

/**
 * POST /csv_uploads with progress, which `fetch` cannot tell.
 *
 * @throws ApiError as the typed calls do.
 */
export function sendFile({ file, key, traceId, onProgress, ...told }: SendFile): Promise<UploadResult> {
  const form = formOf({ file, ...told })
  form.set('trace_id', traceId)

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${apiHost()}/csv_uploads`)
    request.withCredentials = true
    request.responseType = 'json'
    request.setRequestHeader('X-Lotbook', '1')
    request.setRequestHeader('Idempotency-Key', key)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      // The progress counts the whole form; the file is all but a few hundred bytes of it.
      onProgress(total === 0 ? 0 : Math.floor((file.size * loaded) / total))
    })
    request.addEventListener('load', () => {
      if (request.status === 200) resolve(request.response as UploadResult)
      else reject(refused(request))
    })
    request.addEventListener('error', () => reject(toApiError(new TypeError('no answer'))))
    request.addEventListener('abort', () => reject(toApiError(new TypeError('aborted'))))
    request.send(form)
  })
}

/**
 * POST /csv_uploads/check: what a file holds, without it being kept.
 *
 * @throws ApiError as the typed calls do.
 */
export async function checkFile(file: FileToRead): Promise<FilePreview> {
  const response = await fetch(`${apiHost()}/csv_uploads/check`, {
    method: 'POST',
    credentials: 'include',
    headers: { 'X-Lotbook': '1' },
    body: formOf(file),
  })
  const answer: unknown = await response.json()
  if (response.ok) return answer as FilePreview
  throw refusalOf(response.status, answer)
}

function formOf({ file, exchangeValue, answers }: FileToRead): FormData {
  const form = new FormData()
  if (exchangeValue !== undefined) form.set('exchange_value', exchangeValue)
  for (const [question, answer] of Object.entries(answers)) form.set(question, answer)
  form.set('file', file)
  return form
}

function refused(request: XMLHttpRequest): ApiError {
  return refusalOf(request.status, request.response)
}
