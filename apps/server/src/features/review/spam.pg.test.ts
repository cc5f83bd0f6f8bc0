import type { ReviewItem } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { seedTokens } from '../prices/seed-tokens.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
await seedTokens(server.db)

const OWN = '0x1111111111111111111111111111111111111111'
const contract = (digit: string) => `0x${digit.repeat(40)}`
const FILE = `export-token-${OWN}.csv`
const HEADER =
  '"Txhash","Blockno","UnixTimestamp","DateTime (UTC)","From","To","TokenValue","USDValueDayOfTx","ContractAddress","TokenName","TokenSymbol"'
const received = (n: number, token: string, name: string, symbol: string, amount = '1000') =>
  `"0x${n.toString(16).padStart(64, '0')}","1","${1_710_000_000 + n * 86_400}","2024-03-09 16:00:00","${contract('9')}","${OWN}","${amount}","","${token}","${name}","${symbol}"`

const sentBack = (line: string) => line.replace(`"${contract('9')}","${OWN}"`, `"${OWN}","${contract('9')}"`)

const history = (...lines: string[]) => [HEADER, ...lines, ''].join('\n')
const PLAIN = [
  received(1, contract('a'), 'Visit usdc-claim.com', 'CLAIM'),
  received(2, contract('b'), 'Quiet Token', 'QUIET'),
  received(3, contract('b'), 'Quiet Token', 'QUIET'),
  // A contract of the token list, whoever sent it.
  received(4, '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 'USD Coin', 'USDC'),
  // The ticker of a listed token, at another contract.
  received(5, contract('c'), 'USD Coin', 'USDC'),
]

async function walletWith(...lines: string[]) {
  const journal = await customerWith(server)
  const answer = async (source: string) => {
    await journal.post(`/imports/v2/sources/${source}/answer`, { chain: 'ethereum' })
    await server.drainJobs()
  }
  await answer(await journal.import(FILE, history(...lines)))
  const queue = async (query = '') =>
    (await journal.get<{ rows: ReviewItem[] }>(`/review?kind=suspected_spam${query}`)).rows
  const brief = async () =>
    (await queue()).map(({ transaction, detail }) => `${transaction?.to?.symbol} ${detail}`).toSorted()
  const decide = async (item: ReviewItem | undefined, option: string) =>
    (
      (await journal.post(`/review/${item?.id}/decide`, { answer: { option } })) as unknown as {
        change_id: string
      }
    ).change_id
  const undo = (change: string) => journal.post(`/changes/${change}/undo`)
  return { ...journal, answer, queue, brief, decide, undo }
}

test('E12 E10 tokens that came unasked are put into the queue with score and reasons, listed ones are not', async () => {
  const wallet = await walletWith(...PLAIN)
  expect(await wallet.brief()).toEqual([
    'CLAIM 100 advertises never_bought no_price unasked',
    'QUIET 60 never_bought no_price unasked',
    'QUIET 60 never_bought no_price unasked',
    'USDC 100 borrowed_symbol never_bought no_price unasked',
  ])
  // Nothing is set aside by itself.
  expect((await wallet.rows()).map((row) => row.is_ignored)).toEqual([false, false, false, false, false])
})

test('E12 N7 setting a token aside ignores all of its receipts in one change, and is taken back with one undo', async () => {
  const wallet = await walletWith(...PLAIN)
  const quiet = (await wallet.queue()).find(({ transaction }) => transaction?.to?.symbol === 'QUIET')
  const change = await wallet.decide(quiet, 'set_aside')
  expect(await wallet.brief()).toHaveLength(2)
  expect((await wallet.rows('ignored=true')).map((row) => row.to?.symbol)).toEqual(['QUIET', 'QUIET'])
  await wallet.undo(change)
  expect(await wallet.brief()).toHaveLength(4)
})

test('E12 "not spam" is remembered for the token, also for what comes later, until it is taken back', async () => {
  const wallet = await walletWith(...PLAIN)
  const quiet = (await wallet.queue()).find(({ transaction }) => transaction?.to?.symbol === 'QUIET')
  const change = await wallet.decide(quiet, 'not_spam')
  expect((await wallet.brief()).filter((line) => line.startsWith('QUIET'))).toEqual([])
  await wallet.answer(
    await wallet.import(FILE, history(...PLAIN, received(9, contract('b'), 'Quiet Token', 'QUIET'))),
  )
  expect((await wallet.brief()).filter((line) => line.startsWith('QUIET'))).toEqual([])
  await wallet.undo(change)
  expect((await wallet.brief()).filter((line) => line.startsWith('QUIET'))).toHaveLength(3)
})

test('E12 bulk: all of the kind are set aside at once, with one undo', async () => {
  const wallet = await walletWith(...PLAIN)
  const done = (await wallet.post('/review/actions', {
    action: 'ignore',
    filter: { kind: 'suspected_spam' },
  })) as unknown as { change_id: string; count: number }
  expect(done.count).toBe(4)
  expect(await wallet.brief()).toEqual([])
  await wallet.undo(done.change_id)
  expect(await wallet.brief()).toHaveLength(4)
})

test('E12 a token that is bought later was none: its questions are gone, and back when the purchase goes', async () => {
  const wallet = await walletWith(...PLAIN)
  const paid = received(8, '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 'USD Coin', 'USDC', '50')
  const bought = received(8, contract('b'), 'Quiet Token', 'QUIET')
  const swap = await wallet.import(FILE, history(sentBack(paid), bought))
  await wallet.answer(swap)
  expect((await wallet.brief()).filter((line) => line.startsWith('QUIET'))).toEqual([])
  await wallet.remove(swap)
  expect((await wallet.brief()).filter((line) => line.startsWith('QUIET'))).toHaveLength(2)
})

test('E12 E19 a token that a price file prices is asked about no longer, and again once that file is gone', async () => {
  const wallet = await walletWith(...PLAIN)
  const quiet = async () => (await wallet.brief()).filter((line) => line.startsWith('QUIET'))
  const asked = async () => (await wallet.get<{ details: { review: number } }>('/start')).details.review
  const before = { quiet: await quiet(), asked: await asked() }
  expect(before.quiet).toHaveLength(2)
  // The file prices a day on which none of it arrived: it has a price all the same.
  const file = new File([`Asset,Date,Price\nethereum:${contract('b')},2024-01-01,2\n`], 'quiet.csv')
  const { body } = await wallet.customer.upload('/price_files', { file })
  const { id } = (body as { file: { id: string } }).file
  expect([await quiet(), await asked()]).toEqual([[], before.asked - 2])
  await wallet.customer.expect(200, 'DELETE', `/price_files/${id}`)
  expect([await quiet(), await asked()]).toEqual([before.quiet, before.asked])
  await wallet.post(`/price_files/${id}/restore`)
  expect([await quiet(), await asked()]).toEqual([[], before.asked - 2])
})
