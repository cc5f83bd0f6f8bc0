import { connectionMessages, type FoundWallet } from '@lotbook/contract'
import { afterAll, afterEach, expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer({ env: { PROVIDERS_URL: 'http://127.0.0.1:1' } })
afterAll(() => server.drainJobs())
afterEach(() => server.drainJobs())

const OWN = `0x${'1'.repeat(40)}`
const COLD = '0xde0b295669a9fd93d5f28d9ec85e40f4cb697bae'
const SHOP = `0x${'5'.repeat(40)}`
const STRANGER = `0x${'9'.repeat(40)}`
const HEADER =
  '"Txhash","Blockno","UnixTimestamp","DateTime (UTC)","From","To","ContractAddress","Value_IN(ETH)","Value_OUT(ETH)","CurrentValue @ $2000/Eth","TxnFee(ETH)","TxnFee(USD)","Historical $Price/Eth","Status","ErrCode","Method"'

function row(n: number, from: string, to: string, amount: string): string {
  const [gotten, given] = to === OWN ? [amount, '0'] : ['0', amount]
  const at = 1_710_000_000 + n * 86_400
  const day = new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ')
  const cells = [
    `0x${n.toString().padStart(64, '0')}`,
    n,
    at,
    day,
    from,
    to,
    '',
    gotten,
    given,
    '',
    '0.001',
    '',
    '',
    '',
    '',
    'Transfer',
  ]
  return cells.map((cell) => `"${cell}"`).join(',')
}

const HISTORY = [
  HEADER,
  row(1, STRANGER, OWN, '5'),
  row(2, OWN, COLD, '1.000000000000000001'),
  row(3, OWN, COLD, '0.5'),
  row(4, COLD, OWN, '0.25'),
  row(5, OWN, SHOP, '0.1'),
  '',
].join('\n')

async function customer() {
  const journal = await customerWith(server)
  const found = async () =>
    (await journal.get<{ data: FoundWallet[] }>('/wallets/v1/wallet_finders/address_list')).data
  const post = (call: string, wallets: unknown) =>
    journal.customer.expect(200, 'POST', `/wallets/v1/wallet_finders/${call}`, { wallets })
  return { ...journal, found, post }
}

test('R2.155 R7.90 addresses that coins were sent to are suggested, each with its transfers and amounts', async () => {
  const { found, ...journal } = await customer()
  expect(await found()).toEqual([])
  await journal.import(`etherscan-${OWN}.csv`, HISTORY)
  const [cold, shop, ...more] = await found()
  expect(cold).toMatchObject({
    address: COLD,
    chains: [{ slug: 'ethereum', name: 'Ethereum' }],
    transfers: 3,
    first_at: '2024-03-11T16:00:00.000Z',
    last_at: '2024-03-13T16:00:00.000Z',
  })
  expect(cold?.amounts.map(({ symbol, direction, quantity }) => [symbol, direction, quantity])).toEqual([
    ['ETH', 'in', '0.25'],
    ['ETH', 'out', '1.500000000000000001'],
  ])
  // Its evidence can be opened, the newest first.
  const rows = await journal.rows()
  const named = cold?.transactions.map((id) => rows.find((one) => one.id === id))
  expect(named?.map((one) => one?.type)).toEqual(['incoming', 'outgoing', 'outgoing'])
  expect(shop).toMatchObject({ address: SHOP, transfers: 1 })
  // An address that only sent something is a stranger's.
  expect(more).toEqual([])
  expect(await (await customer()).found()).toEqual([])
})

test('R7.92 an address that was dismissed is not suggested again, also after another import', async () => {
  const { found, post, ...journal } = await customer()
  await journal.import(`etherscan-${OWN}.csv`, HISTORY)
  const other = { address: STRANGER.replaceAll('9', '7'), chains: ['ethereum'] }
  expect(await post('dismiss_wallets', [{ address: SHOP, chains: ['ethereum'] }, other])).toEqual({
    status: 'success',
  })
  expect((await found()).map(({ address }) => address)).toEqual([COLD])
  await journal.import(
    `etherscan-again-${OWN}.csv`,
    [HEADER, row(5, OWN, SHOP, '0.1'), row(6, OWN, SHOP, '0.2'), ''].join('\n'),
  )
  expect((await found()).map(({ address }) => address)).toEqual([COLD])
})

test('R7.91 what is imported is an account, and no longer suggested; a chain that nobody knows is said', async () => {
  const { found, post, ...journal } = await customer()
  await journal.import(`etherscan-${OWN}.csv`, HISTORY)
  // Its own file makes an address an account.
  await journal.import(
    `etherscan-${COLD}.csv`,
    [HEADER, row(7, COLD, STRANGER, '0.1'), row(8, COLD, STRANGER, '0.1'), ''].join('\n'),
  )
  expect((await found()).map(({ address }) => address)).not.toContain(COLD)
  const bitcoin = { address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', chains: ['bitcoin'] }
  expect(await post('import_wallets', [bitcoin])).toMatchObject({
    status: 'success',
    message: connectionMessages.walletImport.bulkQueued,
    source_ids: [expect.any(String)],
  })
  expect(await post('import_wallets', [{ address: SHOP, chains: ['no-such-chain'] }])).toMatchObject({
    status: 'partial_success',
    code: 'INVALID_EXCHANGE',
    message: connectionMessages.walletImport.invalidExchange,
  })
})
