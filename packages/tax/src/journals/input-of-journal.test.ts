import { describe, expect, test } from 'vitest'
import { calculate } from '../calculating/calculate.ts'
import { inputOfJournal, type JournalEntry } from './input-of-journal.ts'

const leg = (text: string) => {
  const [amount = '', asset = ''] = text.split(' ')
  return { asset, amount }
}
function entry(
  id: string,
  at: string,
  account: string,
  type: JournalEntry['type'],
  subType: string | null,
  legs: { from?: string; to?: string; fee?: string; value?: string },
): JournalEntry {
  return {
    id,
    at: Date.parse(at),
    type,
    subType,
    accountKey: account,
    sequence: null,
    from: legs.from === undefined ? null : leg(legs.from),
    to: legs.to === undefined ? null : leg(legs.to),
    fee: legs.fee === undefined ? null : leg(legs.fee),
    values: {
      from: type === 'outgoing' ? (legs.value ?? null) : null,
      to: type === 'outgoing' ? null : (legs.value ?? null),
      fee: null,
    },
  }
}
const history = [
  entry('deposit', '2024-01-01T00:00:00Z', 'coinbase', 'incoming', 'received', { to: '5000 USD' }),
  entry('buy', '2024-01-02T00:00:00Z', 'coinbase', 'buy', null, { from: '4000 USD', to: '2 ETH' }),
  entry('send', '2024-02-01T00:00:00Z', 'coinbase', 'outgoing', 'sent', { from: '1 ETH', value: '3000' }),
  entry('arrive', '2024-02-01T00:10:00Z', 'kraken', 'incoming', 'received', { to: '0.999 ETH' }),
  entry('sell', '2024-03-01T00:00:00Z', 'kraken', 'sell', null, { from: '0.999 ETH', to: '3996 USD' }),
]
const matches = [{ departure: 'send', arrivals: ['arrive'] }]

test('a made match is one transfer with the loss on the way as its fee, and cash in is no event', () => {
  const { transactions } = inputOfJournal(history, matches, {})
  expect(transactions.map((t) => `${t.id} ${t.type}`)).toEqual(['buy buy', 'send transfer', 'sell sell'])
  expect(transactions[1]).toMatchObject({
    to_account: 'kraken',
    from_amount: '0.999',
    fee_amount: '0.001',
    fee_value: '3',
  })
  const { disposals, warnings } = calculate({ settings: {}, transactions })
  expect(disposals.map((d) => [d.kind, d.gain])).toEqual([
    ['fee', '1'],
    ['sell', '1998'],
  ])
  expect(warnings).toEqual([])
})

test('income in cash is income; cash that only moved is no event', () => {
  const { transactions } = inputOfJournal(
    [
      entry('interest', '2024-01-01T00:00:00Z', 'x', 'incoming', 'interest_received', { to: '12.5 USD' }),
      entry('fee', '2024-01-02T00:00:00Z', 'x', 'outgoing', 'fee', { from: '3 USD' }),
      entry('out', '2024-01-03T00:00:00Z', 'x', 'outgoing', 'sent', { from: '5 USD' }),
    ],
    [],
    {},
  )
  const { income, lots } = calculate({ settings: {}, transactions })
  expect(income.map((row) => [row.tx, row.category, row.value])).toEqual([
    ['interest', 'interest_received', '12.5'],
  ])
  expect(transactions.map((t) => t.id)).toEqual(['interest'])
  expect(lots).toEqual([])
})

test('R-CON-1 R-CON-2 what contracts paid and cost in cash counts, in dollars and by its value in other cash', () => {
  const { transactions } = inputOfJournal(
    [
      entry('paid', '2025-01-01T00:00:00Z', 'x', 'incoming', 'margin_gain', { to: '70 USD', fee: '2 USD' }),
      entry('lost', '2025-01-02T00:00:00Z', 'x', 'outgoing', 'margin_loss', { from: '40 EUR', value: '44' }),
      entry('kept', '2025-01-03T00:00:00Z', 'x', 'outgoing', 'margin_fee', { from: '0.12 USD' }),
      entry('owed', '2025-01-04T00:00:00Z', 'x', 'outgoing', 'loan_repayment', { from: '9 USD' }),
    ],
    [],
    {},
  )
  const { disposals, lots, warnings } = calculate({ settings: {}, transactions })
  expect(disposals.map((d) => [d.tx, d.kind, d.asset, d.proceeds, d.basis, d.gain])).toEqual([
    ['paid', 'margin_gain', 'USD', '68', '0', '68'],
    ['lost', 'margin_loss', 'EUR', '0', '44', '-44'],
    ['kept', 'margin_fee', 'USD', '0', '0.12', '-0.12'],
  ])
  expect([lots, warnings]).toEqual([[], []])
})

test('R-OPEN-10 a rebate in cash is income of what it is worth where rebates are, and nothing where they are none', () => {
  const { transactions } = inputOfJournal(
    [
      entry('dollars', '2025-01-01T00:00:00Z', 'x', 'incoming', 'rebate', { to: '12 USD' }),
      entry('euros', '2025-01-02T00:00:00Z', 'x', 'incoming', 'rebate', { to: '10 EUR', value: '11' }),
      entry('loan', '2025-01-03T00:00:00Z', 'x', 'incoming', 'loan_received', { to: '900 USD' }),
    ],
    [],
    {},
  )
  const incomeWhere = (rebate: 'none' | 'income') => {
    const { income, lots, disposals, years } = calculate({
      settings: { treatments: { rebate } },
      transactions,
    })
    expect([lots, disposals]).toEqual([[], []])
    return [income.map((row) => [row.tx, row.category, row.asset, row.value]), years[2025]?.income]
  }
  expect(incomeWhere('income')).toEqual([
    [
      ['dollars', 'misc_reward', 'USD', '12'],
      ['euros', 'misc_reward', 'EUR', '11'],
    ],
    '23',
  ])
  expect(incomeWhere('none')).toEqual([[], undefined])
  expect(transactions.map((t) => t.id)).toEqual(['dollars', 'euros'])
})

test('the order in which history was imported cannot be seen', () => {
  expect(inputOfJournal(history.toReversed(), matches, {})).toEqual(inputOfJournal(history, matches, {}))
})

test('a match whose side is gone leaves the other unmatched', () => {
  const without = history.filter((e) => e.id !== 'arrive')
  const { transactions } = inputOfJournal(without, matches, {})
  expect(transactions.map((t) => t.type)).toEqual(['buy', 'outgoing', 'sell'])
})

test('a gift of unknown value has one basis, and what is lost without a value says none', () => {
  const gift = entry('g', '2024-01-01T00:00:00Z', 'x', 'incoming', 'gift_received', { to: '2 ETH' })
  const { transactions } = inputOfJournal(
    [
      { ...gift, gift: { donor_basis: '200', donor_acquired: '2020-01-01' } },
      entry('s', '2024-02-01T00:00:00Z', 'x', 'sell', null, { from: '1 ETH', to: '70 USD' }),
      entry('l', '2024-03-01T00:00:00Z', 'x', 'outgoing', 'lost', { from: '1 ETH' }),
    ],
    [],
    {},
  )
  const { disposals, removals } = calculate({ settings: {}, transactions })
  // Taken for worth nothing when it was given, it could never lose (R-GIFT-2).
  expect(disposals.map((row) => [row.basis, row.gain])).toEqual([['100', '-30']])
  expect(removals.map((row) => [row.basis, row.value])).toEqual([['100', null]])
})

test('what nothing knows a value of counts at zero', () => {
  const { transactions } = inputOfJournal(
    [entry('a', '2024-01-01T00:00:00Z', 'x', 'incoming', 'mined', { to: '1 NEW' })],
    [],
    {},
  )
  expect(transactions[0]?.to_value).toBe('0')
})

describe('further fees', () => {
  const fee = (id: string, account: string, from: string, value?: string) =>
    entry(id, '2024-02-01T00:00:00Z', account, 'outgoing', 'fee', {
      from,
      ...(value === undefined ? {} : { value }),
    })
  const costsOf = (
    entries: readonly JournalEntry[],
    fees: readonly (readonly [fee: string, paidFor: string])[],
    made: typeof matches = [],
  ) =>
    inputOfJournal(
      entries,
      made,
      {},
      fees.map(([fee, paidFor]) => ({ fee, paidFor })),
    ).transactions.map((t) =>
      [t.id, ...(t.further_fees ?? []).map((one) => `${one.fee} ${one.value}`)].join(': '),
    )

  test('R-FEE-4 count for what they were paid for, in an order of their own; one in cash is an event where it does', () => {
    const [, buy] = history
    const fees = [
      fee('y', 'coinbase', '0.1 BNB', '25'),
      fee('x', 'coinbase', '3 USD'),
      fee('z', 'coinbase', '2 EUR'),
    ]
    expect(costsOf([buy!, ...fees], [])).toEqual(['buy', 'y'])
    const all = [
      ['y', 'buy'],
      ['x', 'buy'],
      ['z', 'buy'],
    ] as const
    expect(costsOf([buy!, ...fees], all)).toEqual(['buy: x 3: y 25: z 0', 'x', 'y', 'z'])
    const { lots } = calculate(
      inputOfJournal(
        [buy!, ...fees],
        [],
        {},
        all.map(([fee, paidFor]) => ({ fee, paidFor })),
      ),
    )
    expect(lots.map((lot) => lot.basis)).toEqual(['4028'])
  })

  test('R-TRF-2 of a side count for its transfer, but for cash', () => {
    const fees = [
      fee('y', 'coinbase', '0.1 BNB', '25'),
      fee('x', 'coinbase', '3 USD'),
      fee('w', 'kraken', '1 SOL', '7'),
    ]
    expect(
      costsOf(
        [...history, ...fees],
        [
          ['y', 'send'],
          ['x', 'send'],
          ['w', 'arrive'],
        ],
        matches,
      ),
    ).toEqual(['buy', 'send: y 25: w 7', 'y', 'w', 'sell'])
  })

  test('count nowhere where there is nothing that they were paid for, and where they are no fee', () => {
    const [deposit, buy, send] = history
    const fees = [fee('y', 'coinbase', '0.1 BNB', '25'), fee('x', 'coinbase', '3 USD')]
    const links = [
      ['y', 'deposit'],
      ['x', 'gone'],
      ['send', 'buy'],
      ['gone', 'buy'],
      ['y', 'y'],
    ] as const
    expect(costsOf([deposit!, buy!, send!, ...fees], links)).toEqual(['buy', 'send', 'y'])
  })
})
