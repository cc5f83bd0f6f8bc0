import { RESYNC_PAUSE_SECONDS, type ImportHistory } from '@lotbook/contract'

/** The facts by which a connection can fetch again or not. */
export interface Fetching {
  readonly method: string
  readonly connection_state: string
  readonly isInProgress: boolean
  readonly last_synced_at: Date | null
  readonly watermark: unknown
}

export interface ResyncState {
  readonly resync_disabled: boolean
  readonly allow_resync_new: boolean
  readonly api_code: ImportHistory['api_code']
}

/** Whether a connection has somewhere to fetch from: a file, and what a person typed in, does not. */
export function canFetch({ method }: Pick<Fetching, 'method'>): boolean {
  return method === 'api' || method === 'oauth' || method === 'wallet'
}

/** Whether a connection can be fetched again now, and why not. */
export function resyncState(connection: Fetching, now: Date): ResyncState {
  const { last_synced_at: last } = connection
  const isPausing = last !== null && now.getTime() - last.getTime() < RESYNC_PAUSE_SECONDS * 1_000
  const isOpen = canFetch(connection) && connection.connection_state !== 'closed'
  return {
    resync_disabled: !isOpen || connection.isInProgress || isPausing,
    // Where it left off is kept once it has fetched; without that everything is fetched.
    allow_resync_new: isOpen && connection.watermark !== null,
    api_code: connection.connection_state === 'needs_oauth' ? 'COINBASE_OAUTH_EXPIRED' : null,
  }
}
