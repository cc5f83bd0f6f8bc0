import type { UploadResult } from '@lotbook/contract'
import { apiHost } from '../../app/api.ts'
import { ApiError, toApiError } from '../../app/api-error.ts'
import { ORPCError } from '@orpc/client'

export interface SendFile {
  readonly file: File
  readonly key: string
  readonly traceId: string
  /** The source on whose page it was dropped. */
  readonly exchangeValue: string | undefined
  /** Told how many bytes of the file have left. */
  readonly onProgress: (sent: number) => void
}

/**
 * POST /csv_uploads with progress, which `fetch` cannot tell.
 *
 * @throws ApiError as the typed calls do.
 */
export function sendFile({ file, key, traceId, exchangeValue, onProgress }: SendFile): Promise<UploadResult> {
  const form = new FormData()
  form.set('trace_id', traceId)
  if (exchangeValue !== undefined) form.set('exchange_value', exchangeValue)
  form.set('time_zone', new Intl.DateTimeFormat().resolvedOptions().timeZone)
  form.set('file', file)

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${apiHost()}/csv_uploads`)
    request.withCredentials = true
    request.responseType = 'json'
    request.setRequestHeader('X-Lotbook', '1')
    request.setRequestHeader('Idempotency-Key', key)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      // What is counted is the whole form; the file is all but a few hundred bytes of it.
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

function refused(request: XMLHttpRequest): ApiError {
  return toApiError(new ORPCError('API_ERROR', { status: request.status, data: request.response as unknown }))
}
