import { expect, test } from '@playwright/test'
import { expectAccessible, looks, picture, startAsCustomer, watchForFaults } from './helpers.ts'

const OWN = '0x1111111111111111111111111111111111111111'
const TOKENS = `"Txhash","Blockno","UnixTimestamp","DateTime (UTC)","From","To","TokenValue","USDValueDayOfTx","ContractAddress","TokenName","TokenSymbol"
"0x${'1'.padStart(64, '0')}","1","1710000000","2024-03-09 16:00:00","0x${'9'.repeat(40)}","${OWN}","1000","","0x${'a'.repeat(40)}","Visit usdc-claim.com","CLAIM"
"0x${'2'.padStart(64, '0')}","2","1710086400","2024-03-10 16:00:00","0x${'9'.repeat(40)}","${OWN}","25","","0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48","USD Coin","USDC"
`

test('E12 a suspected token is shown with its reasons, set aside, and taken back', async ({
  page,
  baseURL,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  const headers = { 'X-Lotbook': '1', Origin: baseURL ?? '' }
  const sent = await page.request.post('/api/csv_uploads', {
    headers,
    multipart: {
      file: { name: `export-token-${OWN}.csv`, mimeType: 'text/csv', buffer: Buffer.from(TOKENS) },
    },
  })
  const { source_id } = (await sent.json()) as { source_id: string }
  // The reading asks for the chain first.
  const source = `/api/imports/v2/sources/${source_id}`
  await expect
    .poll(async () =>
      (await page.request.post(`${source}/answer`, { headers, data: { chain: 'ethereum' } })).ok(),
    )
    .toBe(true)
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
  await expect(sheet).toContainText('It arrived unasked, for nothing.')
  for (const { width, height, theme } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await expect(sheet).toContainText('Why it looks like spam')
    await expectAccessible(page)
    await picture(page, `spam-${width.toString()}-${theme}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await sheet.getByRole('radio', { name: /It is spam/ }).check()
  await sheet.getByRole('button', { name: 'Settle it this way' }).click()
  await expect(sheet).toContainText('This is no longer open.')
  await expect(rows).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expect(rows).toHaveCount(1)
  expect(faults()).toEqual([])
})
