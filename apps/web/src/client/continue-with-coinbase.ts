import { calls } from './api.ts'

/** Leave for Coinbase's page, to come back at `/authorize/coinbase`; `sourceId` names the connection that is to be set right. */
export async function continueWithCoinbase(sourceId?: string): Promise<void> {
  const { url } = await calls.connections.beginCoinbase({ source_id: sourceId ?? null })
  window.location.assign(url)
}
