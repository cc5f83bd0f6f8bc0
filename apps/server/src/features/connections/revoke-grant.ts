import { AccessRefused, ProviderBusy } from '@lotbook/sources'
import { REVOKE_GRANT } from '../../journal/laying/grant-revocation.ts'
import { self, withSubject } from '../../platform/database.ts'
import { addJob, defineJob, WAITING } from '../../platform/jobs.ts'
import { errorText } from '../../platform/log.ts'
import type { Services } from '../../platform/request-context.ts'
import { revokeToken } from './coinbase-tokens.ts'
import { dropCredentials } from './credentials.ts'
import { freshGrant } from './fresh-grant.ts'

type Revoking = Pick<Services, 'config' | 'keys' | 'outbound' | 'clock'>

/**
 * Gives the grant of a deleted connection back to Coinbase and forgets it. Where Coinbase does not answer it is forgotten all the same: it
 * then ends by itself, or where the customer takes it back in the settings of Coinbase.
 */
export function revokeGrantJob(services: Revoking) {
  return defineJob<{ userId: string; connectionId: string }>(
    REVOKE_GRANT.name,
    async ({ userId, connectionId }, { db, log }) => {
      try {
        if (services.config.coinbase !== undefined) {
          const grant = await freshGrant(db, services, { userId, connectionId })
          await revokeToken(services, grant)
        }
      } catch (error) {
        if (error instanceof ProviderBusy) {
          const { until: startAfter } = error
          return withSubject(db, self(userId), (tx) =>
            addJob(tx, REVOKE_GRANT, { userId, connectionId }, { startAfter }),
          )
        }
        if (!(error instanceof AccessRefused))
          log.warn({ connectionId, error: errorText(error) }, 'a grant could not be given back')
      }
      await withSubject(db, self(userId), (tx) => dropCredentials(tx, userId, [connectionId]))
    },
    { retryLimit: REVOKE_GRANT.retryLimit, turns: WAITING },
  )
}
