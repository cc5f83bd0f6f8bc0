import { expect, test } from '@playwright/test'
import { follow, goTo, lookAt, startAsCustomer, watchForFaults } from './helpers.ts'
import { dropzone } from './import-files.ts'

test('R2.87 R2.88 R2.89 R2.90 R2.91 R2.92 R2.93 R2.94 R2.96 R2.97 R2.98 R2.99 R2.100 R2.107 R2.161 R2.162 R4.51 R4.55 R2.101 R9.8 from nothing: home, and the search over all sources, with and without a mouse', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  await goTo(page, '/')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Lotbook' })).toBeVisible()

  await page.getByRole('button', { name: 'Add Wallet/Exchange' }).click()
  const search = page.getByRole('dialog', { name: 'What would you like to import?' })
  const box = search.getByPlaceholder('Search for exchanges, wallets, or blockchains')
  const cards = search.locator('[data-card]') // by role it would look at each of six hundred, at every question
  await expect(search.getByRole('heading', { name: 'All exchanges and wallets' })).toBeVisible()
  await expect(cards.first()).toHaveText(/^C?Coinbase/)
  await search.getByLabel('Alphabetical').check()
  await expect(cards.first()).toHaveAttribute('href', /slug=1inch/)
  await search.getByLabel('Most Popular').check()
  await expect(cards.first()).toHaveAttribute('href', /slug=coinbase$/)

  await box.fill('zzqqzz')
  await expect(search.getByText('Nothing found')).toBeVisible()
  await expect(search.getByRole('link', { name: 'Import', exact: true })).toHaveAttribute(
    'href',
    '/imports/csvs',
  )
  await expect(cards).toHaveCount(1)
  await expect(cards.first()).toHaveAttribute('href', /slug=wallet-address/)
  await box.fill('coinbsae')
  await expect(cards.first()).toHaveAttribute('href', /slug=coinbase$/)
  expect(await cards.count()).toBeLessThanOrEqual(10)
  await expect(cards.last()).toHaveAttribute('href', /slug=wallet-address/)

  await search.getByRole('button', { name: 'How to get the most accurate reports' }).click()
  const help = page.getByRole('dialog', { name: 'How to get the most accurate reports' })
  await expect(help.getByRole('listitem')).toHaveCount(2)
  await expect(help).toContainText('Import all of your accounts')
  await expect(help).toContainText('Categorise correctly')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()

  await cards.first().click()
  await expect(page).toHaveURL(/\/imports\/options\?slug=coinbase$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Adding Your Coinbase Account' })).toBeVisible()
  await test.step('without a mouse', async () => {
    await goTo(page, '/')
    const opener = page.getByRole('button', { name: 'Add Wallet/Exchange' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'What would you like to import?' })
    const box = dialog.getByRole('searchbox')
    const cards = dialog.locator('[data-card]')
    await expect(box).toBeFocused()
    await expect(cards.first()).toBeVisible()

    await page.keyboard.press('ArrowDown')
    await expect(cards.nth(0)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(cards.nth(1)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(cards.nth(5)).toBeFocused()
    await page.keyboard.press('End')
    await expect(cards.last()).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowUp')
    await expect(box).toBeFocused()

    // Escape empties the box first, as in every search box, and then closes.
    await page.keyboard.type('kraken')
    await expect(cards.first()).toHaveAttribute('href', /slug=kraken$/)
    await page.keyboard.press('Escape')
    await expect(box).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(box).toBeFocused()
    // Enter comes at once, before anything is found.
    await page.keyboard.type('gemini')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/slug=gemini$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Adding Your Gemini Account' })).toBeVisible()
  })
  await test.step('sources and coins wear their own pictures; a name that only looks like one keeps its letter', async () => {
    await goTo(page, '/')
    await page.getByRole('button', { name: 'Add Wallet/Exchange' }).click()
    const search = page.getByRole('dialog', { name: 'What would you like to import?' })
    const cards = search.locator('[data-card]')
    const picture = cards.first().locator('img')
    await expect(picture).toHaveAttribute('src', /^\/logos\/[0-9a-f]+\/sources\/coinbase\.svg$/)
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await expect(picture).toHaveCSS('width', '40px')
    await lookAt(page, 'source-search')
    await page.setViewportSize({ width: 1440, height: 900 })

    await search.getByRole('searchbox').fill('mt gox')
    await expect(cards.first()).toHaveText(/^M/)
    await expect(cards.first().locator('img')).toHaveCount(0)
  })
  await test.step('a pasted address leads to its chains, and a secret is turned away', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await goTo(page, '/')
    await page.getByRole('button', { name: 'Add Wallet/Exchange' }).click()
    const search = page.getByRole('dialog', { name: 'What would you like to import?' })
    const box = search.getByRole('searchbox')
    const found = search.getByRole('region', { name: 'Address found' })
    const chains = found.getByRole('list', { name: 'Chains' }).getByRole('listitem')

    await box.fill('0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe')
    await expect(found.getByRole('status')).toContainText('A public address that 9 chains can have')
    await expect(chains).toHaveCount(9)
    await expect(chains.first().getByRole('link', { name: 'Open at etherscan.io' })).toHaveAttribute(
      'href',
      'https://etherscan.io/address/0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe',
    )
    await lookAt(page, 'source-search-address')
    await page.setViewportSize({ width: 1440, height: 900 })

    // The key of a whole account is longer than any search.
    await box.fill(
      'xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz',
    )
    await expect(found.getByRole('status')).toContainText('An extended public key')
    await expect(found.getByRole('link', { name: /^Open at/ })).toHaveCount(0)
    await box.fill('5KJvsngHeMpm884wtkJNzQGaCErckhHJBGFsvd3VyK5qMZXj3hS')
    await expect(search.getByRole('alert')).toContainText('Never give it to anyone')
    await box.fill('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb')
    await expect(search.getByText('Nothing found')).toBeVisible()
    await expect(search.getByText(/its checksum is wrong/)).toBeVisible()

    await box.fill('0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe')
    await box.press('Enter')
    await expect(chains.first().getByRole('link').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Adding Your Ethereum Account' })).toBeVisible()
    await expect(page.getByLabel('Public address', { exact: true })).toHaveValue(
      '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe',
    )
    // Neither an address nor a secret stands in the address of a call.
    expect(asked.filter((url) => /5KJv|0xde0b|xpub6|1A1zP/i.test(url))).toEqual([])
  })
  expect(faults()).toEqual([])
})

test('R2.101 End leads to the last of all sources, also before more than the first of them are drawn', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // As soon as there are cards, before there is time for the rest of them.
  const drawn = page.evaluate(() => {
    // Kept by the page itself: an observer alone does not hold what waits for it.
    const kept = globalThis as { drawn?: Promise<number> }
    kept.drawn = new Promise<number>((resolve) => {
      new MutationObserver((_, observer) => {
        const cards = document.querySelectorAll<HTMLElement>('dialog[open] [data-card]')
        if (cards[0] === undefined) return
        observer.disconnect()
        resolve(cards.length)
        cards[0].focus()
        cards[0].dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true }))
      }).observe(document.body, { attributes: true, childList: true, subtree: true })
    })
    return kept.drawn
  })
  await page.getByRole('button', { name: 'Add Wallet/Exchange' }).click()
  expect(await drawn).toBe(48)
  const cards = page.getByRole('dialog').locator('[data-card]')
  await expect(cards.nth(48)).toBeVisible()
  await expect(cards.last()).toBeFocused()
})

test('R9.8 letters one after the other are one question to the server, 300 ms after the last', async ({
  page,
}) => {
  await startAsCustomer(page)
  // Before the dialog: it waits from its opening on, and what waits by the real clock is not stopped by this one.
  await page.goto('/')
  await page.clock.install()
  await page.getByRole('button', { name: 'Add Wallet/Exchange' }).click()
  const dialog = page.getByRole('dialog', { name: 'What would you like to import?' })
  const box = dialog.getByRole('searchbox')
  const cards = dialog.locator('[data-card]')
  await expect(cards.first()).toBeVisible()
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    if (request.url().includes('/exchanges/search')) asked.push(new URL(request.url()).searchParams.get('q'))
  })
  // Typing at a card goes on in the box.
  await page.keyboard.press('ArrowDown')
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.keyboard.type('kraken')
  await expect(box).toHaveValue('kraken')
  await page.clock.runFor(299)
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  await page.clock.resume()
  await expect(cards.first()).toHaveAttribute('href', /slug=kraken$/)
  expect(asked).toEqual(['kraken'])
})

test('R2.115 R2.117 R2.122 R1.31 R1.34 R1.35 R1.36 R1.37 R1.38 R1.39 R1.40 R1.42 R1.43 R1.44 R1.45 R1.46 R1.48 R1.49 R1.50 R1.51 what stands on the screen of a source', async ({
  page,
}) => {
  await startAsCustomer(page)
  await test.step('it shows that it loads, and by its letter when its picture fails', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/exchanges\/kraken$/, async (route) => {
      await held
      await route.fallback()
    })
    await page.route('**/logos/*/sources/kraken.svg', (route) => route.fulfill({ status: 404 }))
    const failed = page.waitForResponse('**/sources/kraken.svg')
    await goTo(page, '/imports/options?slug=kraken')
    await expect(page.getByRole('main').getByRole('status').first()).toBeAttached()
    await expect(page.getByRole('heading', { level: 1, name: /Kraken/ })).toHaveCount(0)
    release()
    await expect(page.getByRole('heading', { level: 1, name: /Kraken/ })).toBeVisible()
    expect((await failed).ok()).toBe(false)
    await expect(page.getByRole('main').locator('img')).toHaveCount(0)
    await expect(page.getByRole('main').getByText('K', { exact: true })).toBeVisible()
    await page.unrouteAll()
  })
  await test.step('one without a file export says so and takes files all the same; an unknown one is said to be', async () => {
    await follow(page, '/imports/options?slug=webull')
    await expect(
      page.getByRole('heading', { level: 1, name: 'Adding Your Webull Pay Account' }),
    ).toBeVisible()
    await expect(page.getByText(/Lotbook does not read files from Webull Pay yet/)).toBeVisible()
    await expect(page.getByText('Choose an Import Option')).toHaveCount(0)
    await expect(dropzone(page)).toBeVisible()
    await follow(page, '/imports/options?slug=no-such-thing')
    await expect(page.getByText('There is no source with this name.')).toBeVisible()
  })
  await test.step('export steps stand where files can be read; elsewhere the template is the way', async () => {
    for (const [slug, name, step] of [
      ['kraken', 'Kraken', 'Export Ledgers (all fields, all time) as CSV; Trades is optional.'],
      ['binance', 'Binance', 'Open Orders, Transaction History, Generate all statements.'],
      ['gemini', 'Gemini', 'Account, Statements and history, Transaction history.'],
      ['coinbase', 'Coinbase', 'In Coinbase open your profile, Statements or Reports.'],
      ['bsc', 'an explorer of BNB Smart Chain', 'Open bscscan.com and look up your address.'],
    ] as const) {
      await follow(page, `/imports/options?slug=${slug}&csv=true`)
      const guide = page.locator('section').filter({ hasText: `Your file from ${name}` })
      await expect(guide.getByRole('listitem').filter({ hasText: step })).toBeVisible()
      await expect(guide.getByText('Files that are read:')).toBeVisible()
    }
    await follow(page, '/imports/options?slug=webull')
    await expect(page.getByText('Lotbook does not read files from Webull Pay yet.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Download the CSV template' })).toBeVisible()
    await expect(page.getByText('Your file from Webull Pay')).toHaveCount(0)
    await lookAt(page, 'add-account-template')
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('what is to be known of it', async () => {
    for (const [slug, warning] of [
      ['exodus', 'Exodus CSV format changed before 9/28/2020.'],
      ['nexo', 'Nexo CSV format changed before March 4, 2024.'],
      ['coinbase-pro', 'Coinbase Pro closed Dec 11, 2023.'],
      ['polygon', 'Only the oldest 10,000 ERC-20 transactions are available.'],
      ['verge', 'Wallets with over 1,000 transactions may be incomplete.'],
      ['neo', /^NEO migration types: legacy \(A\.\.\.\) and N3 \(N\.\.\.\) addresses/],
      ['bibox', 'API history is limited to the past 3 months of trades.'],
      ['huobi', 'API history is limited to the past 4 months.'],
      ['kucoin', 'API history is limited to the past 1 year.'],
      ['bigone', 'API queries are limited to 90 days.'],
      ['ethereum', 'ERC-20 support is claimed for 3500+ tokens.'],
    ] as const) {
      await follow(page, `/imports/options?slug=${slug}`)
      await expect(
        page.getByRole('main').getByRole('status').filter({ hasText: warning }),
        slug,
      ).toBeVisible()
    }
  })
  await test.step('what the API of an exchange supports is a list', async () => {
    const list = page.getByRole('list', { name: 'Supported by the API' }).getByRole('listitem')
    await follow(page, '/imports/options?slug=kraken')
    await expect(list).toHaveText(['Trades', 'Deposits', 'Withdrawals', 'Fees', 'Rewards'])
    await lookAt(page, 'add-account-kraken')
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const [slug, what] of [
      ['ascendex', 'Trades'],
      ['bittrex', 'Trades'],
      ['liquid', 'Fees'],
    ] as const) {
      await follow(page, `/imports/options?slug=${slug}`)
      await expect(list.filter({ hasText: 'not supported' }), slug).toHaveText([`${what}not supported`])
    }
    // A wallet has no API, and says nothing of one.
    await follow(page, '/imports/options?slug=metamask')
    await expect(page.getByRole('heading', { level: 1, name: /MetaMask/ })).toBeVisible()
    await expect(list).toHaveCount(0)
  })
})
