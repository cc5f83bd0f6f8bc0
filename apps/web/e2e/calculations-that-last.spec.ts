import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import {
  call,
  goOnInAnotherSession,
  goTo,
  showOpen,
  showYear,
  startAsCustomer,
  upload,
  watchForFaults,
} from './helpers.ts'

/*
 * Two lots of 1 BTC, bought for 500 and for 900, and one sale for 2,000 in 2025: first in first out gains 1,500,
 * highest cost first 1,100.
 */
const KRAKEN = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
L1,T1,2024-01-02 12:00:00,trade,tradespot,currency,ZUSD,spot / main,-500.0000,0,
L2,T1,2024-01-02 12:00:00,trade,tradespot,currency,XXBT,spot / main,1.0000000000,0,
L3,T2,2024-02-02 12:00:00,trade,tradespot,currency,ZUSD,spot / main,-900.0000,0,
L4,T2,2024-02-02 12:00:00,trade,tradespot,currency,XXBT,spot / main,1.0000000000,0,
L5,T3,2025-03-04 12:00:00,trade,tradespot,currency,XXBT,spot / main,-1.0000000000,0,
L6,T3,2025-03-04 12:00:00,trade,tradespot,currency,ZUSD,spot / main,2000.0000,0,
`
const OLDER = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
M1,U1,2023-01-02 12:00:00,trade,tradespot,currency,ZUSD,spot / main,-100.0000,0,
M2,U1,2023-01-02 12:00:00,trade,tradespot,currency,XXBT,spot / main,1.0000000000,0,
`

/** Nothing in the page itself has more to the right than it shows. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = () =>
    page.getByRole('main').evaluate((main) =>
      [...main.querySelectorAll('*')]
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
        .filter((element) => getComputedStyle(element).overflowX !== 'visible')
        .map(({ tagName, className }) => `${tagName} ${className}`),
    )
  await expect.poll(wider).toEqual([])
}

test('N2 N3 N16 N4 what a result was held to, and why the gain of a year is not what it was: by cause, down to the row', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  await upload(page, 'kraken.csv', KRAKEN)
  await showYear(page, 2025)
  await expect(page.getByRole('button', { name: 'Net gain: +$1,500.00', exact: true })).toBeVisible()
  await test.step('what the result was held to, and files that the command checks again', async () => {
    await page.getByRole('link', { name: '12 checks passed' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Manifest' })).toBeVisible()
    const checks = page.getByRole('list', { name: 'Checks' }).getByRole('listitem')
    await expect(checks).toHaveCount(12)
    await expect(checks.filter({ hasText: 'Gain is proceeds less basis' })).toContainText(/Holds\s*rows: 1/)
    await expect(checks.filter({ hasText: 'Broken' })).toHaveCount(0)
    const command = page.getByText(
      /^npm run lotbook -- verify manifest\.json --input input\.json --key [0-9a-f]{64}$/,
    )
    await expect(command).toBeVisible()

    const files = new Map<string, string>()
    for (const name of ['manifest.json', 'input.json', 'result.json']) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name }).click(),
      ])
      expect(download.suggestedFilename()).toBe(name)
      files.set(name, await readFile(await download.path(), 'utf8'))
    }
    for (const name of ['input.json', 'result.json']) {
      const hash = createHash('sha256')
        .update(files.get(name) ?? '')
        .digest('hex')
      await expect(page.getByText(hash)).toBeVisible()
    }

    // The very command, without a network, on the very files; and on an input with another amount.
    const folder = await mkdtemp(join(tmpdir(), 'lotbook-verify-'))
    for (const [name, text] of files) await writeFile(join(folder, name), text)
    const options = ((await command.textContent()) ?? '')
      .split(' ')
      .slice('npm run lotbook --'.split(' ').length)
    const lotbook = join(import.meta.dirname, '../../../scripts/lotbook.mjs')
    const run = () =>
      execFileSync(process.execPath, [lotbook, ...options], {
        // As npm tells it where the person is.
        cwd: join(import.meta.dirname, '../../..'),
        env: { ...process.env, npm_lifecycle_event: 'lotbook', INIT_CWD: folder },
        encoding: 'utf8',
        stdio: 'pipe',
      })
    expect(run()).toContain('manifest.json: holds for input.json')
    expect(run()).toContain('12 invariants hold of the result')
    await writeFile(join(folder, 'input.json'), (files.get('input.json') ?? '').replace('"500"', '"501"'))
    expect(run).toThrow(/input_hash/)
    await rm(folder, { recursive: true })
  })
  await test.step('what a transaction keeps from being calculated or compared leads to it', async () => {
    const { rows } = (await call(page, 'GET', '/transactions?limit=500')) as {
      rows: { id: string; type: string }[]
    }
    const id = rows.find(({ type }) => type === 'sell')?.id
    const why = 'The transaction of Mar 04, 2025 12:00:00 UTC in Kraken (Sell) cannot be calculated.'
    const failed = { state: 'failed', reason: why, reason_transaction_id: id }
    // No journal can be brought to it from here any more: only those that are older hold such rows.
    await page.route('**/api/tax_calculations', async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: object[] }
      await route.fulfill({ response, json: { data: data.map((one) => ({ ...one, ...failed })) } })
    })
    await page.route(/\/api\/method_comparisons\?/, async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: object }
      await route.fulfill({ response, json: { data: { ...data, ...failed } } })
    })
    await call(page, 'POST', '/method_comparisons', { year: 2025 })
    for (const path of ['/tax?year=2025', '/tax/methods?year=2025']) {
      await goTo(page, path)
      await expect(page.getByRole('main').getByText(why)).toBeVisible()
      await page.getByRole('link', { name: 'Open the transaction' }).click()
      await expect(page).toHaveURL(`/transactions?id=${id}`)
      await expect(page.getByRole('complementary').or(page.getByRole('dialog')).first()).toContainText('Sold')
    }
    await page.unrouteAll()
    await goTo(page, '/one_year?year=2025')
  })
  await upload(page, 'older.csv', OLDER)
  await chooseMethod(page, 'hifo')
  await showYear(page, 2025)

  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await expect(page).toHaveURL(/\/tax\/compare\?year=2025$/)
  const causes = page.getByRole('table', { name: 'What changed 2025, by cause' })
  await expect(causes.getByRole('row', { name: /Tax settings/ })).toContainText('−$400.00')
  await expect(causes.getByRole('row', { name: /2025 total/ })).toContainText('−$400.00')

  await test.step('what one cause moved, and its transaction', async () => {
    await causes.getByRole('button', { name: 'Tax settings' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/cause=0/)
    const row = page.getByRole('row', { name: /BTC/ })
    await expect(row).toContainText('$1,500.00')
    await expect(row).toContainText('$1,100.00')
    await test.step('on a phone one under the other', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      const listed = page.getByRole('list', { name: 'What changed 2025, by cause' })
      await expect(listed.getByRole('listitem').filter({ hasText: 'Tax settings' })).toContainText(
        /Gain.*−\$400\.00.*Short-term.*Long-term.*Income.*\$0\.00.*Rows\s*1$/,
      )
      await expect(listed.getByRole('button', { name: 'Tax settings', pressed: true })).toBeVisible()
      await expectNoSidewaysScroll(page)
    })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('row', { name: /BTC/ }).click()
    await expect(page.getByRole('complementary').or(page.getByRole('dialog')).first()).toContainText(
      'Sold 1 BTC',
    )
    await page.keyboard.press('Escape')
  })

  await test.step('from the list of calculations', async () => {
    await goTo(page, '/tax')
    await page.getByRole('link', { name: 'Compare', exact: true }).click()
    await expect(page).toHaveURL(/before=[0-9a-f-]{36}&after=[0-9a-f-]{36}/)
    await page.getByLabel('Before').selectOption({ index: 0 })
    await expect(page.getByText('These are the same calculation')).toBeVisible()
  })

  await test.step('a year in which nothing differs says so, and offers those that do', async () => {
    await goTo(page, '/tax/compare?year=2024')
    await expect(page.getByText('Nothing differs in 2024')).toBeVisible()
    await expect(causes).toBeHidden()
    await page.getByRole('button', { name: '2025' }).press('Enter')
    await expect(page).toHaveURL(/year=2025/)
    await expect(causes.getByRole('row', { name: /2025 total/ })).toContainText('−$400.00')
  })
  expect(faults()).toEqual([])
})

/* Three coins for 200, of which two are sold for 500 each; three older ones for 70 come with another file. */
const THIRDS = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
L1,T1,2024-01-02 12:00:00,trade,tradespot,currency,ZUSD,spot / main,-200.0000,0,
L2,T1,2024-01-02 12:00:00,trade,tradespot,currency,XXBT,spot / main,3.0000000000,0,
L3,T2,2025-03-04 12:00:00,trade,tradespot,currency,XXBT,spot / main,-1.0000000000,0,
L4,T2,2025-03-04 12:00:00,trade,tradespot,currency,ZUSD,spot / main,500.0000,0,
L5,T3,2025-03-05 12:00:00,trade,tradespot,currency,XXBT,spot / main,-1.0000000000,0,
L6,T3,2025-03-05 12:00:00,trade,tradespot,currency,ZUSD,spot / main,500.0000,0,
`
const OLDER_THIRDS = OLDER.replace('-100.0000', '-70.0000').replace('1.0000000000', '3.0000000000')

test('N4 N5 where amounts that are rounded one by one do not add up it is said', async ({ page }) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  await upload(page, 'kraken.csv', THIRDS)
  await showYear(page, 2025)
  const { data } = (await call(page, 'GET', '/one_year?year=2025')) as {
    data: { calculation: { id: string } }
  }
  const filing = { year: 2025, calculation_id: data.calculation.id, filed_on: '2026-04-15', confirmation: '' }
  await call(page, 'POST', '/tax_years/file', filing)
  await upload(page, 'older.csv', OLDER_THIRDS)
  await showYear(page, 2025)
  const said = page.getByText('Amounts are rounded one by one and sums once')
  await expect(page.getByRole('row', { name: /Net gain/ })).toHaveText(/\$866\.67.*\$953\.33.*\+\$86\.67/)
  await expect(said).toBeVisible()
  await page.getByRole('link', { name: '2 rows and their causes' }).click()
  await expect(page.getByRole('row', { name: /2025 total/ })).toContainText('+$86.67')
  await expect(page.getByRole('row', { name: /BTC/ }).first()).toContainText('+$43.33')
  await expect(said).toBeVisible()
  expect(faults()).toEqual([])
})

test('N5 N6 E18 a filed year keeps its figures, and what changes later is a proposed amendment', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  const person = await startAsCustomer(page)
  await upload(page, 'kraken.csv', KRAKEN)
  await showYear(page, 2025)

  await test.step('mark as filed', async () => {
    // The second click of a double click falls beside the dialog that the first one opened, and does not close it.
    await page.getByRole('button', { name: 'Mark 2025 as filed' }).dblclick()
    const dialog = page.getByRole('dialog', { name: 'Mark 2025 as filed' })
    await dialog.getByLabel('Filed on').fill('2026-04-15')
    await dialog.getByLabel('Confirmation').fill('Accepted 1234')
    await dialog.getByRole('button', { name: 'Freeze 2025' }).click()
    await expect(page.getByText('Filed on Apr 15, 2026 · Accepted 1234.')).toBeVisible()
    await expect(page.getByText('Proposed amendment')).toBeHidden()
  })

  await goOnInAnotherSession(page, person)
  await test.step('later changes are collected', async () => {
    await upload(page, 'older.csv', OLDER)
    await showYear(page, 2025)
    await expect(page.getByRole('button', { name: 'Net gain: +$1,500.00', exact: true })).toBeVisible()
    const amendment = page.getByRole('table', { name: 'Proposed amendment of 2025' })
    await expect(amendment.getByRole('row', { name: /Net gain/ })).toHaveText(
      /\$1,500\.00.*\$1,900\.00.*\+\$400\.00/,
    )
    await expect(amendment.getByRole('rowheader')).toHaveText([
      'Net gain',
      'Short-term',
      'Long-term',
      'Income',
      'Donation deduction',
    ])
    await expect(page.getByText('this difference appears on no return.')).toBeVisible()
    const form = page.getByRole('table', { name: 'Form 1040-X of 2025' })
    await expect(form.getByRole('row', { name: /Form 1040, line 7a/ })).toHaveText(
      /\$1,500\.00.*\+\$400\.00.*\$1,900\.00/,
    )
    await page.getByText('Schedule D, before and after').click()
    await expect(
      page
        .getByRole('table', { name: 'Schedule D of 2025, before and after' })
        .getByRole('row', { name: /line 16/ }),
    ).toHaveText(/\$1,500\.00.*\+\$400\.00.*\$1,900\.00/)
    await expect(page.getByText(/line 7a \(capital gain or loss\): \$1,500\.00 as filed/)).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    const listed = page.getByRole('list', { name: 'Proposed amendment of 2025' })
    await expect(listed.getByRole('listitem').first()).toHaveText(
      /Net gain\s*As filed.*\$1,500\.00.*Now.*\$1,900\.00.*Change.*\+\$400\.00/,
    )
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('the pack', async () => {
    for (const [button, name] of [
      ['Amended return', /^amendment-packet-2025\.zip$/],
      ['Amendment PDF', /^amendment-2025-.*\.pdf$/],
      ['Amendment CSV', /^amendment-2025-.*\.csv$/],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(name)
      if (button.endsWith('CSV'))
        expect(await readFile(await download.path(), 'utf8')).toContain('Added by older.csv')
    }
  })

  await test.step('its causes', async () => {
    await page.getByRole('link', { name: '1 row and its cause' }).click()
    await expect(page.getByRole('button', { name: 'Added by older.csv' })).toBeVisible()
    await page.goBack()
  })

  await test.step('or the lots are kept as they were filed', async () => {
    await page.getByRole('button', { name: 'Keep the lots as filed' }).click()
    const dialog = page.getByRole('dialog', { name: 'Keep the lots of 2025 as filed' })
    await dialog.getByRole('button', { name: 'Keep them' }).click()
    await expect(page.getByText('The lots of 2025 are kept as filed')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Recalculate' }).click()
    await expect(page.getByText('Nothing in 2025 has changed since it was filed.')).toBeVisible()
    await page.getByRole('button', { name: 'Use today’s lots' }).click()
    await showYear(page, 2025)
    await expect(page.getByRole('table', { name: 'Proposed amendment of 2025' })).toBeVisible()
  })

  await test.step('another method counts from the year after it', async () => {
    await goTo(page, '/settings/tax')
    await page.getByLabel('Method').selectOption('hifo')
    await expect(
      page.getByText('2025 is filed, so HIFO counts for sales from January 1, 2026.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Sales through December 31, 2025 use FIFO, as filed.')).toBeVisible()
    await chooseMethod(page, 'fifo')
    await expect(page.getByText(/use [A-Z]+, as filed\./)).toHaveCount(0)
    await goTo(page, '/one_year?year=2025')
  })

  await test.step('the mark is taken back', async () => {
    await page.getByRole('button', { name: 'Reopen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
    await expect(page.getByRole('button', { name: 'Net gain: +$1,900.00', exact: true })).toBeVisible()
  })
  await test.step('what lies before a day is locked, and let go again', async () => {
    await goTo(page, '/settings/tax')
    await expect(page.getByText('Nothing is locked.')).toBeVisible()
    await page.getByLabel('Lock everything before').fill('2025-01-01')
    await page.getByRole('button', { name: 'Set lock' }).click()
    await expect(page.getByText('Transactions before Jan 01, 2025 are locked.')).toBeVisible()

    await goTo(page, '/transactions?year=2024')
    await page.getByRole('row').filter({ hasText: '2024' }).first().click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByText('Locked: before Jan 01, 2025')).toBeVisible()
    for (const name of ['Edit', 'Ignore'])
      await expect(sheet.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true')

    // By key, by menu or by address: no form opens whose changes would be refused when it is saved.
    await goTo(page, '/transactions?year=2024')
    await page.getByRole('row').filter({ hasText: '2024' }).first().focus()
    await page.keyboard.press('e')
    await expect(page).toHaveURL(/edit=true/)
    await expect(sheet.getByText('Locked: before Jan 01, 2025')).toBeVisible()
    await expect(sheet.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await goTo(page, '/settings/tax')
    await page.getByRole('button', { name: 'Lift lock' }).click()
    await expect(page.getByText('Nothing is locked.')).toBeVisible()
  })
  expect(faults()).toEqual([])
})

test('N5 what a year differs in whose lots are kept is carried as a note to the years after it', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  const [head = ''] = OLDER.split('\n')
  const trade = (id: string, at: string, coins: string, dollars: string) =>
    `C${id},T${id},${at} 12:00:00,trade,tradespot,currency,XXBT,spot / main,${coins},0,
D${id},T${id},${at} 12:00:00,trade,tradespot,currency,ZUSD,spot / main,${dollars},0,
`
  await upload(
    page,
    'kraken.csv',
    `${head}\n${trade('1', '2023-01-02', '1', '-500')}${trade('2', '2024-03-04', '-0.5', '1000')}${trade('3', '2025-03-04', '-0.5', '1000')}`,
  )
  await showYear(page, 2025)
  const { data } = (await call(page, 'GET', '/one_year?year=2024')) as {
    data: { calculation: { id: string } }
  }
  const filing = { year: 2024, calculation_id: data.calculation.id, filed_on: '2025-04-15', confirmation: '' }
  await call(page, 'POST', '/tax_years/file', filing)
  await call(page, 'POST', '/tax_years/keep_lots', { year: 2024 })
  await expect
    .poll(() => call(page, 'GET', '/tax_years'))
    .toMatchObject({ data: { filed: [{ year: 2024, lots: 'kept' }] } })
  const { rows } = (await call(page, 'GET', '/transactions?type=buy')) as { rows: { id: string }[] }
  await call(page, 'PATCH', `/transactions/${rows[0]?.id ?? ''}`, { edit: { from_amount: '400' } })
  await showYear(page, 2025)
  const note = page.getByText(/Carried from 2024, whose lots are kept as filed/)
  await expect(note).toContainText('+$50.00')
  await page.getByRole('link', { name: 'Show 2024' }).click()
  await expect(page.getByText('What still differs appears on no return unless you amend.')).toBeVisible()
  expect(faults()).toEqual([])
})

test('N5 what was open in the calculation that a year was filed with is said, and not what is open today', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  const [header = '', ...rows] = KRAKEN.trimEnd().split('\n')
  await upload(page, 'sale.csv', `${[header, ...rows.slice(-2)].join('\n')}\n`)
  await showYear(page, 2025)
  const notes = await showOpen(page)
  await expect(notes.getByRole('link', { name: 'Review' }).first()).toBeVisible()
  await expect(notes).not.toContainText('filed')
  await page.getByRole('button', { name: 'Mark 2025 as filed' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark 2025 as filed' })
  await dialog.getByLabel('Filed on').fill('2026-04-15')
  await dialog.getByRole('button', { name: 'Freeze 2025' }).click()

  const asFiled = async () => {
    await expect(notes.getByRole('listitem').first()).toHaveText(
      'What was open in the calculation that 2025 was filed with:',
    )
    await expect(notes).toContainText('1 sale uses $0.00 assumed cost, because no acquisition is known.')
    await expect(notes.getByRole('link', { name: 'Review' })).toHaveCount(0)
  }
  await asFiled()
  await upload(page, 'older.csv', OLDER)
  await showYear(page, 2025)
  await showOpen(page)
  await asFiled()
  await test.step('the heads of the columns stand whole', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const head = page.getByRole('columnheader', { name: 'Open items when filed' })
    await expect(head).toBeVisible()
    const over = () =>
      head.evaluate((cell) => {
        const words = document.createRange()
        words.selectNodeContents(cell)
        const [text, box] = [words.getBoundingClientRect(), cell.getBoundingClientRect()]
        return {
          right: text.right > box.right,
          bottom: text.bottom > box.bottom,
          wide: cell.scrollWidth > cell.clientWidth,
        }
      })
    await expect.poll(over).toEqual({ right: false, bottom: false, wide: false })
  })
  await page.setViewportSize({ width: 375, height: 800 })
  await expect(page.getByText('when filed: missing cost basis')).toBeVisible()
  expect(faults()).toEqual([])
})

async function chooseMethod(page: Page, method: string): Promise<void> {
  await goTo(page, '/settings/tax')
  await page.getByLabel('Method').selectOption(method)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Tax settings saved.')).toBeVisible()
}
