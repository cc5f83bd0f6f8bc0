import { expect, test } from 'vitest'
import { lines } from '../../files/testing/read-text.ts'
import { xrpConnector } from './xrp-connector.ts'

const OWN = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'
const OTHER = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
const ISSUER = 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B'
const ACCESS = { chain: 'xrp-ledger', address: OWN, isExtendedKey: false }

const account = (before: string | null, after: string, of = OWN) =>
  before === null
    ? { CreatedNode: { LedgerEntryType: 'AccountRoot', NewFields: { Account: of, Balance: after } } }
    : {
        ModifiedNode: {
          LedgerEntryType: 'AccountRoot',
          FinalFields: { Account: of, Balance: after },
          PreviousFields: before === after ? {} : { Balance: before },
        },
      }
const line = (code: string, before: string, after: string, { isLow = true, issuer = ISSUER } = {}) => {
  const [low, high] = isLow ? [OWN, issuer] : [issuer, OWN]
  const balance = (value: string) => ({ currency: code, issuer: 'rrrrrrrrrrrrrrrrrrrrBZbvji', value })
  const limits = { LowLimit: { issuer: low }, HighLimit: { issuer: high } }
  return {
    ModifiedNode: {
      LedgerEntryType: 'RippleState',
      FinalFields: { ...limits, Balance: balance(after) },
      PreviousFields: { Balance: balance(before) },
    },
  }
}

/** An entry as https://xrpl.org/docs/references/http-websocket-apis/public-api-methods/account-methods/account_tx shows it. */
const entry = (n: number, from: string, nodes: readonly object[], result = 'tesSUCCESS') => ({
  meta: { AffectedNodes: nodes, TransactionIndex: 1, TransactionResult: result },
  tx: { Account: from, Fee: '12', hash: `H${n}`, date: 700_000_000 + n, ledger_index: 80_000_000 + n },
  validated: true,
})
const read = (...transactions: readonly object[]) =>
  xrpConnector.read(
    [
      {
        stream: 'transactions',
        place: '+',
        text: JSON.stringify({ result: { transactions, status: 'success' } }),
        fetchedAt: 1,
      },
    ],
    ACCESS,
  )

test('a payment counts as it was delivered, a failure costs its fee, and an offer of others may be the exchange', () => {
  const reading = read(
    entry(1, OTHER, [account('900000000', '849999988', OTHER), account(null, '50000000')]),
    entry(2, OWN, [account('50000000', '39999988'), account('1', '10000001', OTHER)]),
    entry(3, OWN, [account('39999988', '39999976')], 'tecUNFUNDED_PAYMENT'),
    entry(4, OTHER, [account('39999976', '29999976'), line('USD', '0', '5.25')]),
    entry(5, OWN, [account('29999976', '29999964'), line('USD', '-5.25', '-3', { isLow: false })]),
    entry(6, OTHER, [account('29999964', '29999964')]),
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/received -> 50 XRP',
    'outgoing/sent 10 XRP -> fee 0.000012 XRP',
    'outgoing/fee 0.000012 XRP -> (failed)',
    'trade 10 XRP -> 5.25 coin:usd',
    'outgoing/sent 2.25 coin:usd -> fee 0.000012 XRP',
  ])
  expect(reading.transactions[3]).toMatchObject({
    at: (700_000_004 + 946_684_800) * 1000,
    txHash: 'H4',
    tokens: { 'coin:usd': { chain: 'xrp-ledger', contract: `USD.${ISSUER}` } },
  })
})

test('of a payment that arrived in part its delivered amount counts, also where nothing else says what moved', () => {
  const payment = (
    n: number,
    from: string,
    to: string,
    meta: object,
    {
      nodes = undefined as readonly object[] | undefined,
      ...more
    }: { nodes?: readonly object[]; [field: string]: unknown } = {},
  ) => {
    const { tx, ...rest } = entry(n, from, nodes ?? [])
    return {
      ...rest,
      meta: {
        TransactionResult: 'tesSUCCESS',
        TransactionIndex: 1,
        ...(nodes !== undefined && { AffectedNodes: nodes }),
        ...meta,
      },
      tx: {
        ...tx,
        TransactionType: 'Payment',
        Destination: to,
        Amount: '90000000000',
        Flags: 131_072,
        ...more,
      },
    }
  }
  const usd = { currency: 'USD', issuer: ISSUER, value: '5.25' }
  const reading = read(
    payment(1, OTHER, OWN, { delivered_amount: '1000000' }, { nodes: [account('1', '1000001')] }),
    payment(2, OTHER, OWN, { delivered_amount: '2000000' }),
    payment(3, OTHER, OWN, { delivered_amount: usd }, { nodes: [account('9', '8', OTHER)] }),
    payment(4, OWN, OTHER, { delivered_amount: '3000000' }),
    payment(5, OTHER, OWN, {}, { Amount: '4000000', Flags: 0 }),
    payment(6, OTHER, OWN, { delivered_amount: 'unavailable' }),
    payment(7, OWN, OTHER, { delivered_amount: usd }, { SendMax: '9000000' }),
    payment(8, OTHER, OWN, { delivered_amount: '5', TransactionResult: 'tecPATH_DRY' }),
  )
  expect(lines(reading)).toEqual([
    'incoming/received -> 1 XRP',
    'incoming/received -> 2 XRP',
    'incoming/received -> 5.25 coin:usd',
    'outgoing/sent 3 XRP -> fee 0.000012 XRP',
    'incoming/received -> 4 XRP',
  ])
  expect(reading.transactions[2]?.tokens).toEqual({
    'coin:usd': { chain: 'xrp-ledger', contract: `USD.${ISSUER}` },
  })
  expect(reading.errors).toMatchObject([
    { code: 'missing_value', row: 6 },
    { code: 'missing_value', row: 7 },
  ])
})

test('tokens of one code by two issuers are two assets, and a long code is text in hexadecimal', () => {
  const solo = '534F4C4F00000000000000000000000000000000'
  const reading = read(
    entry(1, OWN, [account('100', '88'), line('EUR', '7', '0'), line('EUR', '0', '6.9', { issuer: OTHER })]),
    entry(2, OTHER, [line(solo, '0', '1e-7')]),
  )
  expect(lines(reading)).toEqual([
    'trade 7 coin:eur.rvYAfWj5 -> 6.9 coin:eur.rHb9CJAW fee 0.000012 XRP',
    'incoming/received -> 0.0000001 SOLO',
  ])
})

test('trust lines state the tokens that moved, unless there are more than one answer holds', () => {
  const page = (stream: string, result: object) => ({
    stream,
    place: stream,
    text: JSON.stringify({ result }),
    fetchedAt: 5,
  })
  const held = [
    { account: ISSUER, currency: 'USD', balance: '5.25' },
    { account: OTHER, currency: 'EUR', balance: '7' },
  ]
  const moved = page('transactions', { transactions: [entry(1, OTHER, [line('USD', '0', '5.25')])] })
  const read = (lines: object) => xrpConnector.read([moved, page('lines', lines)], ACCESS).balances
  const token = { chain: 'xrp-ledger', contract: `USD.${ISSUER}` }
  expect(read({ lines: held })).toEqual([{ asset: 'coin:usd', token, part: '', at: 5, quantity: '5.25' }])
  expect(read({ lines: held, marker: 'more' })).toEqual([])
})

test('multi-purpose tokens and NFTs that moved are noted, for they are not counted', () => {
  const held = (of: string) => ({
    ModifiedNode: {
      LedgerEntryType: 'MPToken',
      FinalFields: { Account: of, MPTAmount: '500', MPTokenIssuanceID: '00AB' },
      PreviousFields: { MPTAmount: '100' },
    },
  })
  const typed = (one: ReturnType<typeof entry>, TransactionType: string) => ({
    ...one,
    tx: { ...one.tx, TransactionType },
  })
  const reading = read(
    typed(entry(1, OTHER, [held(OWN)]), 'Payment'),
    typed(entry(2, OTHER, [held(OTHER)]), 'Payment'),
    typed(entry(3, OWN, [account('50000000', '39999988')]), 'NFTokenAcceptOffer'),
    typed(entry(4, OWN, [held(OWN), account('39999988', '39999976')]), 'MPTokenAuthorize'),
  )
  expect(reading.notes.map(({ code, row }) => [code, row])).toEqual([
    ['not_counted', 1],
    ['not_counted', 3],
  ])
  expect(lines(reading)).toEqual(['outgoing/sent 10 XRP -> fee 0.000012 XRP', 'outgoing/fee 0.000012 XRP ->'])
})

test('the balance is what the server states; what cannot be read is said', () => {
  const reading = xrpConnector.read(
    [
      {
        stream: 'balance',
        place: 'balance',
        text: '{"result":{"account_data":{"Balance":"29999964"}}}',
        fetchedAt: 5,
      },
      { stream: 'transactions', place: '+', text: '{"result":{"transactions":[{"tx":{}}]}}', fetchedAt: 6 },
      {
        stream: 'transactions',
        place: '+m',
        text: JSON.stringify({ result: { transactions: [entry(1, OWN, [account('1', 'many')])] } }),
        fetchedAt: 7,
      },
    ],
    ACCESS,
  )
  expect(reading.balances).toEqual([{ asset: 'XRP', part: '', at: 5, quantity: '29.999964' }])
  expect(reading.errors).toMatchObject([{ code: 'unreadable_page' }, { code: 'not_an_amount' }])
})
