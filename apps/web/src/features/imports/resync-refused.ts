import { toApiError } from '../../client/api-error.ts'
import { continueWithCoinbase } from '../../client/continue-with-coinbase.ts'
import { toastFailed } from '../../ui/toast-store.ts'

/** R4.27: a connection whose grant has expired leads to Coinbase's page; anything else that keeps it from being fetched is told. */
export function resyncRefused(thrown: unknown, connectionId: string): void {
  const { code, message } = toApiError(thrown)
  if (code === 'COINBASE_OAUTH_EXPIRED')
    continueWithCoinbase(connectionId).catch((error: unknown) => toastFailed(toApiError(error).message))
  else toastFailed(message)
}
