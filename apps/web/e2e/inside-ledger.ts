import type { Page } from '@playwright/test'

/** The extended key of the account in it. */
export const XPUB =
  'xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz'

/** Puts the bridge of Ledger's app into the page, as its web view does: it answers from one Litecoin and one Ethereum account. */
export async function insideLedger(page: Page, isAllowed: boolean): Promise<void> {
  await page.addInitScript(
    ({ xPub, isAllowed }) => {
      const account = (id: string, name: string, currency: string) => ({
        id,
        name,
        currency,
        address: `address of ${id}`,
        balance: '1',
        spendableBalance: '1',
        blockHeight: 1,
        lastSyncDate: '2025-01-01T00:00:00.000Z',
      })
      const accounts = [account('a', 'Cold storage', 'litecoin'), account('b', 'Other', 'ethereum')]
      const answers: Readonly<Record<string, object>> = {
        'account.list': { rawAccounts: accounts },
        'bitcoin.getXPub': { xPub },
      }
      const postMessage = (text: string) => {
        const { id, method } = JSON.parse(text) as { id: string; method: string }
        const answer = isAllowed
          ? { result: answers[method] }
          : { error: { code: -32000, message: 'No permission' } }
        const data = JSON.stringify({ jsonrpc: '2.0', id, ...answer })
        queueMicrotask(() => window.dispatchEvent(new MessageEvent('message', { data })))
      }
      Object.assign(window, { ElectronWebview: { postMessage } })
    },
    { xPub: XPUB, isAllowed },
  )
}
