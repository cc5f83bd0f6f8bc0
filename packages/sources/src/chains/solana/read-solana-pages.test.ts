import { expect, test } from 'vitest'
import type { StoredPage } from '../../connecting/connector.ts'
import { lines } from '../../files/testing/read-text.ts'
import { solanaConnector } from './solana-connector.ts'

const WALLET = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
const OTHER = 'DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK'
const TOKENS = '3emsAVdmGKERbHjmGfQ6oZ1e35dkf5iYcS6U4CPKFVaa'
const WRAPPED = 'BXXkv6z8ykpG1yuvUDPgh732wzVHB69RnB9YgSYh3itW'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const SOL = 'So11111111111111111111111111111111111111112'
const ACCESS = { chain: 'solana', address: WALLET, isExtendedKey: false }

type Held = readonly [before: string, after: string]
interface Token {
  readonly at: number
  readonly mint: string
  /** Null where it is not stated. */
  readonly owner?: string | null
  readonly amounts: readonly [before: string | null, after: string | null]
}

/** A transaction as https://solana.com/docs/rpc/http/gettransaction shows it; lamports are put in as they are written. */
function transaction(
  slot: number,
  accounts: Readonly<Record<string, Held>>,
  {
    tokens = [],
    err = null,
    fee = '5000',
    instructions = [],
  }: {
    tokens?: readonly Token[]
    err?: object | null
    fee?: string
    instructions?: readonly object[]
  } = {},
): StoredPage {
  const side = (n: 0 | 1) =>
    tokens.flatMap(({ at, mint, owner = WALLET, amounts }) =>
      amounts[n] === null
        ? []
        : [
            {
              accountIndex: at,
              mint,
              ...(owner !== null && { owner }),
              uiTokenAmount: { amount: amounts[n], decimals: mint === SOL ? 9 : 6 },
            },
          ],
    )
  const balances = (n: 0 | 1) =>
    `[${Object.values(accounts)
      .map((held) => held[n])
      .join(',')}]`
  const keys = Object.keys(accounts).map((pubkey) => ({ pubkey }))
  const text = `{"jsonrpc":"2.0","result":{"slot":${slot},"blockTime":${1_700_000_000 + slot},"meta":{"err":${JSON.stringify(err)},"fee":${fee},"preBalances":${balances(0)},"postBalances":${balances(1)},"preTokenBalances":${JSON.stringify(side(0))},"postTokenBalances":${JSON.stringify(side(1))}},"transaction":{"message":{"accountKeys":${JSON.stringify(keys)},"instructions":${JSON.stringify(instructions)}}}}}`
  return { stream: 'transaction', place: `transaction:s${slot}`, text, fetchedAt: slot }
}

const read = (...pages: readonly StoredPage[]) => solanaConnector.read(pages, ACCESS)

test('coins that come and go, their fee, a failure, and what others paid for', () => {
  const reading = read(
    transaction(4, { [WALLET]: ['1499995000', '1499990000'] }, { err: { InstructionError: [0, 'x'] } }),
    transaction(1, { [OTHER]: ['9000000000', '6999995000'], [WALLET]: ['0', '2000000000'] }),
    transaction(2, { [WALLET]: ['2000000000', '1499995000'], [OTHER]: ['0', '500000000'] }),
    transaction(3, { [OTHER]: ['1', '1'], [WALLET]: ['1499995000', '1499995000'] }, { fee: '0' }),
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/received -> 2 SOL',
    'outgoing/sent 0.5 SOL -> fee 0.000005 SOL',
    'outgoing/fee 0.000005 SOL -> (failed)',
  ])
  expect(reading.skipped).toHaveLength(1)
  expect(reading.transactions[0]).toMatchObject({
    at: 1_700_000_001_000,
    txHash: 's1',
    sequence: '000000000001',
  })
})

test('a swap is one trade, and the rent of an own token account stays with its owner', () => {
  const reading = read(
    transaction(
      1,
      { [WALLET]: ['2000000000', '1497955720'], [TOKENS]: ['0', '2039280'], [OTHER]: ['0', '500000000'] },
      { tokens: [{ at: 1, mint: USDC, amounts: [null, '75250000'] }] },
    ),
  )
  expect(lines(reading)).toEqual(['trade 0.5 SOL -> 75.25 USDC fee 0.000005 SOL'])
  expect(reading.transactions[0]?.tokens).toEqual({ USDC: { chain: 'solana', contract: USDC } })
})

test('wrapping the coin moves nothing but its fee', () => {
  const reading = read(
    transaction(
      1,
      { [WALLET]: ['2000000000', '997955720'], [WRAPPED]: ['0', '1002039280'] },
      { tokens: [{ at: 1, mint: SOL, amounts: [null, '1000000000'] }] },
    ),
  )
  expect(lines(reading)).toEqual(['outgoing/fee 0.000005 SOL ->'])
})

test('several tokens for one stay apart under one event, for a person to settle', () => {
  const mint = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'
  const reading = read(
    transaction(
      1,
      { [WALLET]: ['10000', '5000'], [TOKENS]: ['1', '1'], [WRAPPED]: ['1', '1'] },
      {
        tokens: [
          { at: 1, mint: USDC, amounts: ['5000000', '0'] },
          { at: 2, mint, amounts: ['1', '0'] },
          { at: 2, mint: OTHER, amounts: ['0', '9000000'] },
        ],
      },
    ),
  )
  expect(lines(reading)).toEqual([
    `incoming/received -> 9 ${OTHER} fee 0.000005 SOL (ungrouped)`,
    `outgoing/sent 0.000001 ${mint} -> (ungrouped)`,
    'outgoing/sent 5 USDC -> (ungrouped)',
  ])
  expect(new Set(reading.transactions.map(({ group }) => group))).toEqual(new Set(['s1']))
})

test('what token accounts of one mint hold is stated together', () => {
  const account = (amount: string, mint = USDC) => ({
    account: { lamports: 1, data: { parsed: { info: { mint, tokenAmount: { amount, decimals: 6 } } } } },
  })
  const value = [account('1000000'), account('500000'), account('7', OTHER)]
  const reading = read(
    transaction(
      1,
      { [WALLET]: ['10000', '5000'], [TOKENS]: ['1', '1'] },
      { tokens: [{ at: 1, mint: USDC, amounts: ['0', '1500000'] }] },
    ),
    { stream: 'accounts', place: 'accounts:p', text: JSON.stringify({ result: { value } }), fetchedAt: 7 },
  )
  expect(reading.balances).toEqual([
    { asset: 'USDC', token: { chain: 'solana', contract: USDC }, part: '', at: 7, quantity: '1.5' },
  ])
})

test('the balance is that of the wallet and its token accounts; digits and errors', () => {
  const page = (stream: string, result: string): StoredPage => ({
    stream,
    place: stream === 'accounts' ? 'accounts:p' : stream,
    text: `{"result":${result}}`,
    fetchedAt: 7,
  })
  const reading = read(
    page('balance', '{"value":9007199254740993}'),
    page('accounts', '{"value":[{"pubkey":"x","account":{"lamports":2039280}}]}'),
    { ...page('transaction', 'null'), place: 'transaction:s9' },
    transaction(1, { [WALLET]: ['0', '1.5'] }),
  )
  expect(reading.balances).toEqual([{ asset: 'SOL', part: '', at: 7, quantity: '9007199.256780273' }])
  expect(reading.errors).toMatchObject([
    { code: 'unreadable_page' },
    { code: 'not_an_amount', column: 'postBalances' },
  ])
})

test.each(['', '-6', '1.5', null])('a token whose decimals are %j has no amount, and is said', (decimals) => {
  const page = transaction(
    1,
    { [WALLET]: ['1', '1'], [OTHER]: ['1', '1'] },
    { tokens: [{ at: 1, mint: OTHER, amounts: [null, '5000000'] }], fee: '0' },
  )
  const reading = read({
    ...page,
    text: page.text.replace('"decimals":6', `"decimals":${JSON.stringify(decimals)}`),
  })
  expect(reading.transactions).toEqual([])
  expect(reading.errors).toMatchObject([{ code: 'not_an_amount' }])
})

const spl = (type: string, info: object) => ({ program: 'spl-token', parsed: { type, info } })

test('owners that the transactions of 2021 do not state are known by who acted for the account', () => {
  const made = { account: TOKENS, wallet: WALLET, mint: USDC }
  const reading = read(
    transaction(
      1,
      { [WALLET]: ['10000000', '7955720'], [TOKENS]: ['0', '2039280'] },
      { instructions: [{ program: 'spl-associated-token-account', parsed: { type: 'create', info: made } }] },
    ),
    transaction(
      2,
      { [OTHER]: ['9', '4'], [TOKENS]: ['2039280', '2039280'], [WRAPPED]: ['1', '1'] },
      {
        tokens: [
          { at: 1, mint: USDC, owner: null, amounts: ['0', '40000000'] },
          { at: 2, mint: USDC, owner: null, amounts: ['40000000', '0'] },
        ],
      },
    ),
    transaction(
      3,
      { [WALLET]: ['7955720', '7950720'], [TOKENS]: ['2039280', '2039280'], [OTHER]: ['1', '1'] },
      {
        tokens: [
          { at: 1, mint: USDC, owner: null, amounts: ['40000000', '15000000'] },
          { at: 2, mint: USDC, owner: null, amounts: ['0', '25000000'] },
        ],
        instructions: [spl('transfer', { source: TOKENS, destination: OTHER, authority: WALLET })],
      },
    ),
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'outgoing/fee 0.000005 SOL ->',
    'incoming/received -> 40 USDC',
    'outgoing/sent 25 USDC -> fee 0.000005 SOL',
  ])
})

test('an account that another wallet let this one act for stays the other one', () => {
  const reading = read(
    transaction(
      1,
      { [WALLET]: ['10000', '5000'], [TOKENS]: ['1', '1'] },
      {
        tokens: [{ at: 1, mint: USDC, owner: OTHER, amounts: ['40000000', '0'] }],
        instructions: [spl('transfer', { source: TOKENS, destination: WRAPPED, authority: WALLET })],
      },
    ),
  )
  expect(lines(reading)).toEqual(['outgoing/fee 0.000005 SOL ->'])
  expect(reading.notes).toEqual([])
})

test('tokens that moved without any balance being stated are noted', () => {
  const reading = read(
    transaction(
      1,
      { [WALLET]: ['10000', '5000'], [TOKENS]: ['1', '1'], [OTHER]: ['1', '1'] },
      { instructions: [spl('transfer', { source: TOKENS, destination: OTHER, authority: WALLET })] },
    ),
  )
  expect(lines(reading)).toEqual(['outgoing/fee 0.000005 SOL ->'])
  expect(reading.notes).toMatchObject([{ code: 'missing_value', row: 1 }])
})

const stake = (type: string, info: object) => ({
  program: 'stake',
  parsed: { type, info: { stakeAccount: OTHER, ...info } },
})

test('an instruction of a transaction that failed gave nothing away; one with a seed can give', () => {
  const made = transaction(
    1,
    { [WALLET]: ['90000000', '49995000'], [OTHER]: ['0', '40000000'] },
    { instructions: [stake('initialize', { authorized: { staker: WALLET, withdrawer: WALLET } })] },
  )
  const away = (type: string, field: string, to: string) => [
    stake(type, { authorityType: 'Withdrawer', [field]: to }),
  ]
  const failed = transaction(
    2,
    { [WALLET]: ['49995000', '49990000'], [OTHER]: ['40000000', '40000000'] },
    { err: { InstructionError: [0, 'x'] }, instructions: away('authorize', 'newAuthority', TOKENS) },
  )
  expect(lines(read(made, failed))).toEqual([
    'outgoing/fee 0.000005 SOL ->',
    'outgoing/fee 0.000005 SOL -> (failed)',
  ])
  const given = transaction(
    3,
    { [WALLET]: ['49995000', '49990000'], [OTHER]: ['40000000', '40000000'] },
    { instructions: away('authorizeWithSeed', 'newAuthorized', TOKENS) },
  )
  expect(lines(read(made, given))[0]).toBe('outgoing/sent 0.04 SOL -> fee 0.000005 SOL')
  const kept = transaction(
    4,
    { [WALLET]: ['49995000', '49990000'], [OTHER]: ['40000000', '40000000'] },
    { instructions: away('authorizeCheckedWithSeed', 'newAuthorized', WALLET) },
  )
  expect(lines(read(made, kept))[0]).toBe('outgoing/fee 0.000005 SOL ->')
})
