// Entry of the thread that drops a file and waits for its listing: what a browser does must not count as the server's.
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Browser } from '../apps/server/src/demo/browser.ts'
import type { ImportSource, UploadResult } from '../packages/contract/src/index.ts'
import type { Login } from './bench-server.ts'

export interface DroppedFile {
  readonly address: string
  readonly login: Login
  readonly bytes: Uint8Array
}

const { address, login, bytes } = workerData as DroppedFile
const browser = new Browser(address)
await browser.post('/identity/log_in', login)
const form = new FormData()
form.set('file', new File([new Uint8Array(bytes)], 'ledgers.csv', { type: 'text/csv' }))
parentPort?.postMessage('ready')
if (parentPort !== null) await once(parentPort, 'message')
const begun = performance.now()
const { source_id: id } = await browser.upload<UploadResult>('/csv_uploads', form)
for (;;) {
  const { data } = await browser.get<{ data: ImportSource }>(`/imports/v2/sources/${id}`)
  if (data.import_status === 'complete') break
  await wait(50)
}
parentPort?.postMessage(performance.now() - begun)
