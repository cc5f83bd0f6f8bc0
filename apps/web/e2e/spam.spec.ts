import { expect, test } from '@playwright/test'
import { startAsCustomer, upload, watchForFaults } from './helpers.ts'

const OWN = '0x1111111111111111111111111111111111111111'
const TOKENS = `"Txhash","Blockno","UnixTimestamp","DateTime (UTC)","From","To","TokenValue","USDValueDayOfTx","ContractAddress","TokenName","TokenSymbol"
"0x${'1'.padStart(64, '0')}","1","1710000000","2024-03-09 16:00:00","0x${'9'.repeat(40)}","${OWN}","1000","","0x${'a'.repeat(40)}","Visit usdc-claim.com","CLAIM"
"0x${'2'.padStart(64, '0')}","2","1710086400","2024-03-10 16:00:00","0x${'9'.repeat(40)}","${OWN}","25","","0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48","USD Coin","USDC"
`

test('E12 a suspected token is shown with its reasons, set aside, and taken back', async ({ page }) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  await upload(page, `export-token-${OWN}.csv`, TOKENS, { chain: 'ethereum' })
  await expect
    .poll(async () => {
      const counts = await page.request.get('/api/review/counts')
      return ((await counts.json()) as { kinds: { code: string; count: number }[] }).kinds.find(
        ({ code }) => code === 'suspected_spam',
      )?.count
    })
    .toBe(1)

  await page.goto('/transactions?review=true&kind=suspected_spam')
  const rows = page.getByRole('grid', { name: 'Review queue' }).locator('[data-key]')
  await rows.first().click()
  const sheet = page.getByRole('dialog').first()
  await expect(sheet).toContainText('Why it looks like spam: 100 of 100')
  await expect(sheet).toContainText('It arrived unsolicited, for nothing.')
  await sheet.getByRole('radio', { name: /It is spam/ }).check()
  await sheet.getByRole('button', { name: 'Save answer' }).click()
  await expect(sheet).toContainText('This is no longer open.')
  await expect(rows).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expect(rows).toHaveCount(1)
  expect(faults()).toEqual([])
})
