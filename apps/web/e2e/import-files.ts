import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'

/* Files to import, and what the screens around them have in common. */

export const FIXTURES = join(import.meta.dirname, '../../../packages/sources/fixtures/formats')
export const TEMPLATE_HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency,Comment,Account,Asset IN Id,Asset Out Id,Group Id'

export const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
})
export const bought = (at: string, amount: string) => `${at},buy,${amount},BTC,420,USD,,,,,,,,,,,,`
export const oneBuy = (name: string, at = '2024-01-02 03:04:05') =>
  csv(name, TEMPLATE_HEADER, bought(at, '0.01'))
export const unknownLayout = (name: string) =>
  csv(name, 'When;What;How much', '2024-01-01;bread;3', '2024-01-02;milk;2')

/** Choose files where the dropzone of the screen browses for them. */
export async function choose(within: Page | Locator, files: Parameters<Locator['setInputFiles']>[0]) {
  await within
    .getByLabel('Drag and drop your file or browse')
    .and(within.locator('input'))
    .setInputFiles(files)
}

export const dropzone = (page: Page) =>
  page.getByRole('button', { name: /^Drag and drop your file or browse CSV, XLS or XLSX/ })

export const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

/** Coins that an address sent to another, as Etherscan and the explorers of its kind export them. */
export function sentByExplorer(
  sent: readonly (readonly [hash: string, amount: string])[],
  coin = 'ETH',
): string {
  const header = `Txhash,Blockno,UnixTimestamp,DateTime (UTC),From,To,ContractAddress,Value_IN(${coin}),Value_OUT(${coin}),CurrentValue @ $2000/Eth,TxnFee(${coin}),TxnFee(USD),Historical $Price/Eth,Status,ErrCode,Method`
  const rows = sent.map(([hash, amount]) => {
    const cells = [
      `0x${hash.padStart(64, '0')}`,
      hash,
      '1710000000',
      '2024-03-09 16:00:00',
      `0x${'1'.repeat(40)}`,
    ]
    const to = '0xde0b295669a9fd93d5f28d9ec85e40f4cb697bae'
    return [...cells, to, '', '0', amount, '', '0.001', '', '', '', '', 'Transfer'].join(',')
  })
  return [header, ...rows, ''].join('\n')
}
