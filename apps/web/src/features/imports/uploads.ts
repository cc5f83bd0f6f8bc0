import { type FileAnswers, fill, type UploadResult, screenMessages } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { type FileRefusal, notTaken, refusalOf } from './check-file.ts'

/** State of one dropped file on its way. */
export type UploadState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly sent: number }
  | { readonly kind: 'taken'; readonly result: UploadResult & { readonly source_id: string } }
  /** No answer came; the person is not told off, the file can be sent again (O-24). */
  | { readonly kind: 'unsent' }

export interface FileUpload {
  readonly id: number
  readonly file: File
  /** Answers to the questions of the file, given before it was sent. */
  readonly answers: FileAnswers
  readonly state: UploadState
}

export interface Rejected extends FileRefusal {
  readonly id: number
}

export interface Uploads {
  /** In the order they were dropped. */
  readonly files: readonly FileUpload[]
  /** Newest first (R4.8). */
  readonly rejected: readonly Rejected[]
  /** One of the files was this customer's first import. */
  readonly isFirstImport: boolean
}

/** Outcome of the files dropped since the last time, reported once all of them are answered. */
export interface Settled {
  /** Names of the files that were taken. */
  readonly taken: readonly string[]
  /** Sources that they became. */
  readonly sources: readonly string[]
  /** Something was rejected or is still to be sent: stay where the person can see it. */
  readonly needsAttention: boolean
  readonly isFirstImport: boolean
  /** The upload of the only file that was dropped, where no format reads it: its columns can be described. */
  readonly undescribed: string | undefined
}

export interface UploadsOptions {
  /** The open trace, or a new one (R4.1). Rejects when it could not be had. */
  readonly ensureTrace: () => Promise<string>
  /** Posts one file. `key` names the intent, so that sending it again cannot take it in twice. */
  readonly send: (upload: {
    readonly file: File
    readonly answers: FileAnswers
    readonly key: string
    readonly traceId: string
    readonly onProgress: (sent: number) => void
  }) => Promise<UploadResult>
}

/** As many files are on their way at once (the rest wait). */
export const AT_ONCE = 2

export interface UploadStore {
  readonly current: () => Uploads
  readonly subscribe: (listener: () => void) => () => void
  /** Hear when all that was dropped is answered. */
  readonly onSettled: (listener: (settled: Settled) => void) => () => void
  readonly drop: (files: readonly File[], answers?: FileAnswers) => void
  readonly retry: (id: number) => void
}

/**
 * Dropped files on their way to the server: each posted by itself, two at a time. It lives outside the screen, so
 * that leaving the screen does not stop it.
 */
export function createUploads({ ensureTrace, send }: UploadsOptions): UploadStore {
  let uploads: Uploads = { files: [], rejected: [], isFirstImport: false }
  const keys = new Map<number, string>()
  const listeners = new Set<() => void>()
  const settledListeners = new Set<(settled: Settled) => void>()
  let lastId = 0
  let trace: Promise<string> | undefined
  // Since everything was last answered.
  let taken: string[] = []
  let sources: string[] = []
  let undescribed: string[] = []
  let refused = 0
  let hasRejected = false

  function change(next: Partial<Uploads>) {
    uploads = { ...uploads, ...next }
    for (const listener of listeners) listener()
  }

  function put(id: number, state: UploadState) {
    change({ files: uploads.files.map((upload) => (upload.id === id ? { ...upload, state } : upload)) })
  }

  function reject(refusals: readonly FileRefusal[]) {
    if (refusals.length === 0) return
    hasRejected = true
    refused += refusals.length
    const listed = refusals.map((refusal) => ({ ...refusal, id: ++lastId }))
    change({ rejected: [...listed.toReversed(), ...uploads.rejected] })
  }

  function pump() {
    const sending = uploads.files.filter(({ state }) => state.kind === 'sending').length
    const waiting = uploads.files.filter(({ state }) => state.kind === 'waiting')
    for (const upload of waiting.slice(0, Math.max(0, AT_ONCE - sending))) void post(upload)
    if (sending === 0 && waiting.length === 0) settle()
  }

  async function post({ id, file, answers }: FileUpload) {
    put(id, { kind: 'sending', sent: 0 })
    try {
      trace ??= ensureTrace()
      const traceId = await trace.catch((error: unknown) => {
        trace = undefined // asked for again with the next file
        throw error
      })
      const key = keys.get(id) ?? crypto.randomUUID()
      keys.set(id, key)
      const onProgress = (sent: number) => put(id, { kind: 'sending', sent })
      answered(id, file, await send({ file, answers, key, traceId, onProgress }))
    } catch (thrown) {
      const { code, message } = toApiError(thrown)
      // A refusal of the file itself is an answer; anything else can go better the next time.
      if (code === 'unsupported_file' || code === 'too_large') turnAway(id, notTaken(file.name, message))
      else put(id, { kind: 'unsent' })
    }
    pump()
  }

  function answered(id: number, file: File, result: UploadResult) {
    const { source_id } = result
    if (result.status !== 'success' || source_id === null) {
      if (result.upload_id !== null) undescribed.push(result.upload_id)
      return turnAway(id, notTaken(file.name, result.message, result.upload_id))
    }
    taken.push(file.name)
    sources.push(source_id)
    put(id, { kind: 'taken', result: { ...result, source_id } })
    if (result.first_import) change({ isFirstImport: true })
  }

  function turnAway(id: number, refusal: FileRefusal) {
    change({ files: uploads.files.filter((upload) => upload.id !== id) })
    reject([refusal])
  }

  function settle() {
    const hasUnsent = uploads.files.some(({ state }) => state.kind === 'unsent')
    const settled = {
      taken,
      sources,
      needsAttention: hasRejected || hasUnsent,
      isFirstImport: uploads.isFirstImport,
      undescribed: taken.length === 0 && refused === 1 && !hasUnsent ? undescribed[0] : undefined,
    }
    undescribed = []
    refused = 0
    taken = []
    sources = []
    hasRejected = false
    for (const listener of settledListeners) listener(settled)
  }

  return {
    current: () => uploads,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onSettled: (listener) => {
      settledListeners.add(listener)
      return () => settledListeners.delete(listener)
    },
    drop: (files, answers = {}) => {
      // Files that were refused before are reported by now, and do not hold these back.
      if (!uploads.files.some(({ state }) => state.kind === 'waiting' || state.kind === 'sending')) {
        hasRejected = false
        refused = 0
        undescribed = []
      }
      const checked = files.map((file) => ({ file, refusal: refusalOf(file) }))
      reject(checked.flatMap(({ refusal }) => (refusal === undefined ? [] : [refusal])))
      const good = checked.filter(({ refusal }) => refusal === undefined)
      const added = good.map(({ file }): FileUpload => ({
        id: ++lastId,
        file,
        answers,
        state: { kind: 'waiting' },
      }))
      change({ files: [...uploads.files, ...added] })
      if (added.length > 0) pump()
    },
    retry: (id) => {
      put(id, { kind: 'waiting' })
      pump()
    },
  }
}

/** R4.4, R4.5: the file by name, or 'Files' when there are several. */
export function queuedText(taken: readonly string[]): string {
  const [only] = taken
  return fill(screenMessages.csv.queued, {
    file: taken.length === 1 && only !== undefined ? only : screenMessages.csv.several,
  })
}
