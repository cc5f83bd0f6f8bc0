import { withSubject } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { importHistory, importSource } from './import-histories.ts'

/** Fetches an account's history again. Refuses until there is a connection that has somewhere to fetch it from. */
export function resyncAccount({ db, who, now }: RequestContext, id: string): Promise<never> {
  return withSubject(db, who, async (tx) => {
    const account = (await importHistory(tx, who.subjectId, id, now)) ?? refuse('not_found')
    return refuseResync(account.resync_id === null)
  })
}

/** The same of one source. */
export function resyncSource({ db, who, now }: RequestContext, id: string): Promise<never> {
  return withSubject(db, who, async (tx) => {
    const source = (await importSource(tx, who.subjectId, id, now)) ?? refuse('not_found')
    return refuseResync(source.file_type === 'CSV' || source.file_type === 'manual')
  })
}

/** Nothing makes a connection to an exchange or a chain here, so what was fetched once comes from another installation. */
function refuseResync(isFile: boolean): never {
  return isFile
    ? refuse(
        'conflict',
        'A file cannot be fetched again. Upload a newer export: rows that are already here are not added twice.',
      )
    : refuse('unavailable', noConnections)
}

export const noConnections =
  'This installation cannot connect to exchanges or wallets yet. Upload a file of the account instead.'
