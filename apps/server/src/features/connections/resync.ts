import { withSubject } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { importHistory, importSource } from '../imports/import-histories.ts'
import { queueFetch } from './queue-fetch.ts'

/** Fetches what is new of an account that is connected. */
export function resyncAccount({ db, who, now }: RequestContext, id: string): Promise<Resynced> {
  return withSubject(db, who, async (tx) => {
    const { subjectId: userId } = who
    const account = (await importHistory(tx, userId, id, now)) ?? refuse('not_found')
    if (account.resync_id === null) return refuse('conflict', FILE)
    if (account.api_code !== null) return refuse(account.api_code)
    if (account.resync_disabled) return refuse('conflict', TOO_SOON)
    await queueFetch(tx, userId, account.resync_id, now)
    return { status: 'success' as const }
  })
}

/** The same of one source. */
export function resyncSource({ db, who, now }: RequestContext, id: string): Promise<Resynced> {
  return withSubject(db, who, async (tx) => {
    const { subjectId: userId } = who
    const source = (await importSource(tx, userId, id, now)) ?? refuse('not_found')
    if (source.file_type === 'CSV' || source.file_type === 'manual') return refuse('conflict', FILE)
    if (source.api_code !== null) return refuse(source.api_code)
    if (source.resync_disabled) return refuse('conflict', TOO_SOON)
    await queueFetch(tx, userId, id, now)
    return { status: 'success' as const }
  })
}

interface Resynced {
  readonly status: 'success'
}

const FILE =
  'A file cannot be updated. Upload a newer export: rows that are already here are not added twice.'
const TOO_SOON = 'This was updated less than a minute ago, or is being updated now.'
