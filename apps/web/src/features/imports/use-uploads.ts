import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { api, calls } from '../../client/api.ts'
import { toastDone } from '../../ui/toast-store.ts'
import { recentImports } from './recent-imports.ts'
import { sendFile } from './send-file.ts'
import { createUploads, queuedText, type Settled, type Uploads, type UploadStore } from './uploads.ts'

export interface UseUploads extends Uploads, Pick<UploadStore, 'drop' | 'retry'> {}

/**
 * Dropped files of this screen. The list begins empty every time the screen loads (R4.9). `onSettled` is told while
 * the screen is there; the files go on without it.
 */
export function useUploads(
  exchangeValue: string | undefined,
  onSettled: (settled: Settled) => void,
): UseUploads {
  const client = useQueryClient()
  const [store] = useState(() => startUploads(client, exchangeValue))
  useEffect(() => store.onSettled(onSettled), [store, onSettled])
  const uploads = useSyncExternalStore(store.subscribe, store.current)
  return { ...uploads, drop: store.drop, retry: store.retry }
}

function startUploads(client: QueryClient, exchangeValue: string | undefined): UploadStore {
  const store = createUploads({ ensureTrace, send: (upload) => sendFile({ ...upload, exchangeValue }) })
  store.onSettled(({ taken, sources }) => {
    if (taken.length === 0) return
    recentImports.add(sources)
    toastDone(queuedText(taken))
    for (const feature of [api.imports, api.start]) {
      void client.invalidateQueries({ queryKey: feature.key() })
    }
  })
  return store
}

// R4.1: the open trace, or a new one where there is none.
async function ensureTrace(): Promise<string> {
  const open = await calls.traces.nextWizard()
  if (open.id !== null) return open.id
  return (await calls.traces.create({ wizard_name: 'UploadCsvWizard' })).id
}
