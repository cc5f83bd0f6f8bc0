/** Leave for Coinbase's page, to come back at `/authorize/coinbase`; `sourceId` names the connection that is to be set right. */
export async function continueWithCoinbase(sourceId?: string): Promise<void> {
  const { laterCalls } = await import('./later-api.ts')
  const { url } = await laterCalls.connections.beginCoinbase({ source_id: sourceId ?? null })
  window.location.assign(url)
}
