import type { DeclaredToken } from '@lotbook/rules'
import { TOKEN_KINDS, TRANSFER_FEES, UNSETTLED } from '@lotbook/rules/us'
import * as fc from 'fast-check'
import { pairKind } from './reference-engine.ts'
import {
  METHODS,
  type CalculationInput,
  type CalculationSettings,
  type InputTransaction,
} from '../schema/calculation-input.ts'

const ACCOUNTS = ['alpha', 'beta', 'gamma'] as const
const ASSETS = ['BTC', 'ETH', 'SOL'] as const
// Days around the switch of 2025, leap days and year ends; several events share an instant.
const DAYS = [
  '2023-02-28',
  '2023-12-31',
  '2024-02-29',
  '2024-03-01',
  '2024-06-15',
  '2024-12-31',
  '2025-01-01',
  '2025-02-28',
  '2025-03-01',
  '2025-06-16',
  '2025-12-31',
]

const account = fc.constantFrom(...ACCOUNTS)
const asset = fc.constantFrom(...ASSETS)
/** Quantities that divide badly, and small ones. */
const quantity = fc.constantFrom(
  '1',
  '2',
  '3',
  '0.5',
  '0.7',
  '1.3',
  '10',
  '0.333333333333333333',
  '0.000000001',
)
const value = fc.constantFrom('100', '300', '700', '1000', '33.33', '1234.567', '0.01', '0')
const at = fc
  .tuple(fc.constantFrom(...DAYS), fc.constantFrom('00:00:00', '12:00:00'))
  .map(([day, time]) => `${day}T${time}Z`)

const fee = fc.option(
  fc.oneof(
    fc.record({ fee_currency: fc.constant('USD'), fee_amount: fc.constantFrom('1', '0.37') }),
    fc.record({
      fee_currency: asset,
      fee_amount: fc.constantFrom('0.01', '0.003', '0.4'),
      fee_value: fc.constantFrom('2', '0.5'),
    }),
  ),
  { nil: undefined, freq: 2 },
)
const lots = fc.option(
  fc.array(
    fc.record({
      lot: fc.integer({ min: 0, max: 11 }).map((i) => `t${i}`),
      quantity: fc.constantFrom('0.5', '1', '4'),
    }),
    { maxLength: 2 },
  ),
  { nil: undefined, freq: 3 },
)

const sub = (...names: string[]) => fc.constantFrom(...names)
const received = { to_currency: asset, to_amount: quantity, to_value: value }
const sent = { from_currency: asset, from_amount: quantity, from_value: value }

const shape = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: sub('buy'),
      from_currency: sub('USD'),
      from_amount: value,
      to_currency: asset,
      to_amount: quantity,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: sub('sell'),
      from_currency: asset,
      from_amount: quantity,
      to_currency: sub('USD'),
      to_amount: value,
      lots,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: sub('trade', 'ico'), ...sent, ...received, lots }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: sub('incoming'),
      sub_type: sub(
        'staking_reward',
        'airdrop',
        'received',
        'staking_return',
        'rebate',
        'loan_received',
        'misc_reward',
      ),
      ...received,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: sub('incoming'),
      sub_type: sub('gift_received'),
      ...received,
      gift: fc.record({
        donor_basis: fc.option(value, { nil: undefined, freq: 4 }),
        donor_acquired: fc.constantFrom('2022-05-01', '2023-02-27'),
      }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: sub('outgoing'),
      sub_type: sub(
        'purchase',
        'gift_sent',
        'donation_501c3',
        'lost',
        'stolen',
        'sent',
        'staking_lockup',
        'margin_loss',
        'loan_repayment',
      ),
      ...sent,
      lots,
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({
        type: sub('swap'),
        from_currency: asset,
        to_currency: asset,
        from_amount: quantity,
        ratio: sub('1', '1', '2'),
      })
      .filter((t) => t.from_currency !== t.to_currency && t.from_amount.length < 8)
      .map(({ ratio, ...t }) => ({ ...t, to_amount: ratio === '1' ? t.from_amount : '6' })),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: sub('transfer'),
      from_currency: asset,
      from_amount: quantity,
      to_account: account,
      lots,
    }),
  },
)

/** The scaffold of one transaction, without an id. */
const transaction = fc
  .tuple(at, account, fee, shape, fc.boolean())
  .map(([instant, where, cost, rest, isSilent]) => ({
    at: instant,
    account: where,
    ...rest,
    ...cost,
    isSilent,
  }))
  .map(({ isSilent, ...t }) => (isSilent && saysFeeBySide(t) ? { ...t, fee_value: undefined } : t))

/** Whether a fee without a value has one by the side in its coin, which is not dust: a multiple of that would be beyond all money. */
function saysFeeBySide(t: Partial<InputTransaction>): boolean {
  if (!['buy', 'sell', 'trade', 'ico'].includes(t.type ?? '')) return false
  const side =
    t.fee_currency === t.to_currency ? t.to_amount : t.fee_currency === t.from_currency ? t.from_amount : null
  return (side ?? '').length > 0 && (side ?? '').length < 8
}

const safeHarbor: fc.Arbitrary<CalculationSettings['safe_harbor']> = fc.oneof(
  fc.constant(null),
  fc.record({
    type: fc.constant('global' as const),
    order: fc.constantFrom('fifo' as const, 'lifo' as const, 'hifo' as const, 'lofo' as const),
    accounts: fc.subarray([...ACCOUNTS]),
  }),
  fc.record({
    type: fc.constant('specific' as const),
    allocations: fc.array(
      fc.record({
        lot: fc.integer({ min: 0, max: 11 }).map((i) => `t${i}`),
        asset,
        account,
        quantity: fc.constantFrom('0.5', '1', '2'),
      }),
      { maxLength: 3 },
    ),
  }),
)

const treatments = fc.record(
  Object.fromEntries(Object.entries(UNSETTLED).map(([name, choices]) => [name, fc.constantFrom(...choices)])),
  { requiredKeys: [] },
) as fc.Arbitrary<CalculationSettings['treatments']>

/** Pairs of assets and assets alone, each declared once at most. */
const tokens: fc.Arbitrary<DeclaredToken[]> = fc.uniqueArray(
  fc
    .record({ kind: fc.constantFrom(...TOKEN_KINDS), asset, of: asset })
    .filter((t) => t.kind === 'rebase' || t.asset !== t.of)
    .map(({ kind, asset: name, of: underlying }) =>
      kind === 'rebase' ? { kind, asset: name } : { kind, asset: name, of: underlying },
    ),
  { maxLength: 3, selector: (t: DeclaredToken) => [t.asset, t.of ?? ''].sort().join(' ') },
)

export const anySettings: fc.Arbitrary<CalculationSettings> = fc.record({
  method: fc.constantFrom(...METHODS),
  method_overrides: fc.array(
    fc.record(
      {
        account,
        asset,
        from: fc.constantFrom('2024-03-01', '2025-02-28'),
        recorded_at: fc.constantFrom('2024-06-01T00:00:00Z', '2025-01-15T12:00:00Z'),
        ended_at: fc.constantFrom('2025-03-01T00:00:00Z'),
        method: fc.constantFrom(...METHODS),
      },
      { requiredKeys: ['method'] },
    ),
    { maxLength: 2 },
  ),
  pool_before_2025: fc.constantFrom('account' as const, 'universal' as const),
  safe_harbor: safeHarbor,
  wallets: fc.option(fc.subarray([...ACCOUNTS])),
  default_allocation: fc.option(fc.record({ accounts: fc.subarray([...ACCOUNTS]) })),
  transfer_fee: fc.constantFrom(...TRANSFER_FEES),
  treatments,
  tokens,
})

/** Small histories of every kind of event, in any order, with ties, gaps and dust. */
export const anyTransactions: fc.Arbitrary<InputTransaction[]> = fc
  .array(transaction, { minLength: 1, maxLength: 12 })
  .map((list): InputTransaction[] =>
    list
      .map((t, i): InputTransaction => ({ id: `t${i}`, ...t }))
      // Nobody moves units to where they are.
      .filter((t) => t.to_account !== t.account),
  )

export const anyInput: fc.Arbitrary<CalculationInput> = fc
  .record({ settings: anySettings, transactions: anyTransactions })
  .map(({ settings, transactions }) => ({
    settings,
    // Lots that convert by a ratio are shares of it: in quantities that 18 decimals hold well.
    transactions: transactions.map((t, i) =>
      pairKind(settings, t) === undefined
        ? t
        : { ...t, from_amount: '3', to_amount: i % 2 === 0 ? '3' : '6' },
    ),
  }))

/**
 * Transactions that `anyInput` has no room for: mints, NFTs on their way, contracts, interest, fees on their own,
 * forks without a price.
 */
const furtherShape = fc.oneof(
  fc.record({
    type: sub('nft'),
    sub_type: sub('nft_mint'),
    ...sent,
    to_currency: sub('APE#1'),
    to_amount: sub('1'),
    to_value: value,
  }),
  fc.record({ type: sub('nft'), sub_type: sub('nft_mint'), to_currency: sub('APE#2'), to_amount: sub('1') }),
  fc.record({ type: sub('nft'), sub_type: sub('receive'), to_currency: sub('APE#3'), to_amount: sub('1') }),
  fc.record({
    type: sub('nft'),
    sub_type: sub('send'),
    from_currency: sub('APE#1', 'APE#3'),
    from_amount: sub('1'),
    from_value: value,
  }),
  fc.record({
    type: sub('incoming'),
    sub_type: sub('margin_gain', 'mined', 'mastermode', 'fork', 'payment', 'dividend_received'),
    ...received,
    reported: fc.constantFrom('none' as const, 'proceeds' as const, 'basis' as const),
  }),
  fc.record({
    type: sub('outgoing'),
    sub_type: sub('fee', 'margin_fee', 'interest_paid', 'loan_repayment'),
    ...sent,
    reported: fc.constantFrom('none' as const, 'proceeds' as const, 'basis' as const),
  }),
  fc.record({
    type: sub('incoming'),
    sub_type: sub('margin_gain', 'rebate'),
    to_currency: sub('USD'),
    to_amount: value,
    reported: fc.constantFrom('none' as const, 'proceeds' as const, 'basis' as const),
  }),
  fc.record({
    type: sub('outgoing'),
    sub_type: sub('margin_loss', 'margin_fee'),
    from_currency: sub('USD'),
    from_amount: value,
    reported: fc.constantFrom('none' as const, 'proceeds' as const, 'basis' as const),
  }),
)

const furtherFee = fc.oneof(
  fc.record({ from_currency: fc.constant('USD'), from_amount: fc.constantFrom('1', '0.37') }),
  fc.record({
    from_currency: asset,
    from_amount: fc.constantFrom('0.01', '0.4'),
    from_value: fc.constantFrom('3', '0.25'),
  }),
)

/** Small histories in which every rule can have its say, where days are not those of UTC. */
export const anyInputOfEveryRule: fc.Arbitrary<CalculationInput> = fc
  .record({
    input: anyInput,
    timezone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Tokyo'),
    further: fc.array(fc.tuple(at, account, fee, furtherShape), { maxLength: 5 }),
    reported: fc.array(fc.constantFrom('none' as const, 'proceeds' as const, 'basis' as const), {
      minLength: 12,
      maxLength: 12,
    }),
    furtherFees: fc.array(fc.tuple(fc.nat(), account, furtherFee), { maxLength: 3 }),
  })
  .map(({ input, timezone, further, reported, furtherFees }) => ({
    settings: { ...input.settings, timezone },
    transactions: withFurtherFees(
      [
        ...input.transactions.map((t, i) => (t.type === 'sell' ? { ...t, reported: reported[i]! } : t)),
        ...further.map(([instant, where, cost, rest], i): InputTransaction => ({
          id: `x${i}`,
          at: instant,
          account: where,
          ...rest,
          ...cost,
        })),
      ],
      furtherFees,
    ),
  }))

/** Fees that are events of their own and belong to one of the others, of its instant and behind it. */
function withFurtherFees(
  transactions: readonly InputTransaction[],
  fees: readonly (readonly [number, string, Partial<InputTransaction>])[],
): InputTransaction[] {
  const owned = Map.groupBy(fees, ([n]) => n % Math.max(transactions.length, 1))
  const events: InputTransaction[] = []
  const owners = transactions.map((t, n) => {
    const own = (owned.get(n) ?? []).map(([, where, fee], i): InputTransaction => ({
      id: `${t.id}:fee${i}`,
      at: t.at,
      type: 'outgoing',
      sub_type: 'fee',
      account: where,
      ...fee,
    }))
    events.push(...own)
    const costs = own.filter(({ from_currency }) => t.type !== 'transfer' || from_currency !== 'USD')
    const further_fees = costs.map(({ id, from_amount, from_value }) => ({
      fee: id,
      value: from_value ?? from_amount ?? '0',
    }))
    return further_fees.length === 0 ? t : { ...t, further_fees }
  })
  return [...owners, ...events]
}

const part = fc.constantFrom('0.5', '1', '2', '3', '40')
const hop = fc.record({
  account,
  to_account: account,
  from_amount: part,
  fee_amount: fc.option(fc.constantFrom('0.01', '0.3'), { nil: undefined }),
  fee_value: fc.constantFrom('2', '5'),
  isSale: fc.constantFrom(false, false, true),
})

/** One asset, few lots of which one is a gift under water, and many moves of parts and of all there is. */
export const anyInputOfMoves: fc.Arbitrary<CalculationInput> = fc
  .record({
    method: fc.constantFrom(...METHODS),
    transfer_fee: fc.constantFrom(...TRANSFER_FEES),
    hops: fc.array(hop, { minLength: 3, maxLength: 14 }),
    donor_basis: fc.constantFrom('900', '1100'),
  })
  .map(({ method, transfer_fee, hops, donor_basis }) => {
    const got = { account: 'alpha', to_currency: 'BTC', to_amount: '10' }
    return {
      settings: { method, transfer_fee },
      transactions: [
        {
          id: 'b',
          at: '2023-02-28T00:00:00Z',
          type: 'buy',
          from_currency: 'USD',
          from_amount: '1000',
          ...got,
        },
        {
          id: 'g',
          at: '2024-06-15T00:00:00Z',
          type: 'incoming',
          sub_type: 'gift_received',
          to_value: '641.3',
          gift: { donor_basis, donor_acquired: '2022-05-01' },
          ...got,
        },
        ...hops
          .filter((t) => t.isSale || t.to_account !== t.account)
          .map(({ isSale, to_account, fee_amount, fee_value, ...t }, i): InputTransaction => ({
            id: `t${i}`,
            at: '2025-01-01T00:00:00Z',
            from_currency: 'BTC',
            ...t,
            ...(isSale
              ? { type: 'sell', to_currency: 'USD', to_amount: '90' }
              : { type: 'transfer', to_account }),
            ...(fee_amount === undefined ? {} : { fee_currency: 'BTC', fee_amount, fee_value }),
          })),
      ],
    }
  })

/** Histories in which a fee was given back with the gift, in its coin: two lots of one event. */
export const anyInputGivenBack: fc.Arbitrary<CalculationInput> = fc
  .tuple(anyInputOfMoves, fc.constantFrom('-0.5', '-7'))
  .map(([{ settings, transactions }, fee_amount]) => ({
    settings,
    transactions: transactions.map((t) =>
      t.gift == null ? t : { ...t, fee_currency: 'BTC', fee_amount, fee_value: '55.5' },
    ),
  }))

const oddAmount = fc.constantFrom(
  '0',
  '0.000000000000000001',
  '1000000000000',
  '1',
  '999999999999999999999999999999',
)
const oddFee = fc.constantFrom('0', '-0.5', '2', '0.000000000000000001', '1000000000000')
const oddEvent = fc
  .record({
    type: fc.constantFrom('buy', 'sell', 'trade', 'ico', 'swap', 'transfer', 'incoming', 'outgoing', 'nft'),
    a: oddAmount,
    b: oddAmount,
    f: oddFee,
    from: fc.constantFrom('BTC', 'ETH', 'USD'),
    to: fc.constantFrom('BTC', 'ETH', 'USD'),
    feeIn: fc.constantFrom('BTC', 'ETH', 'SOL', 'USD'),
    sub: fc.integer({ min: 0, max: 6 }),
  })
  .map(({ type, a, b, f, from, to, feeIn, sub }) => ({
    at: '2025-01-01T00:00:00Z',
    type,
    sub_type:
      type === 'incoming'
        ? ['margin_gain', 'rebate', 'loan_received', 'mined', 'fork', 'received', 'staking_return'][sub]
        : type === 'outgoing'
          ? ['margin_loss', 'margin_fee', 'loan_repayment', 'interest_paid', 'fee', 'lost', 'sent'][sub]
          : type === 'nft'
            ? 'nft_mint'
            : null,
    account: 'alpha',
    to_account: 'beta',
    from_currency: from,
    from_amount: a,
    from_value: '100',
    to_currency: to,
    to_amount: b,
    to_value: '100',
    fee_currency: feeIn,
    fee_amount: f,
    fee_value: f.startsWith('-') ? '-1' : '1',
  }))
const oddEvents: fc.Arbitrary<InputTransaction[]> = fc
  .array(oddEvent, { minLength: 1, maxLength: 6 })
  .map((list) => list.map((t, i) => ({ id: `t${i}`, ...t })))

/**
 * Odd input that nobody planned for: dust, huge amounts, nothing, fees given back or larger than the amount (ST16).
 */
export const anyOddInput: fc.Arbitrary<CalculationInput> = fc.record({
  settings: anySettings,
  transactions: oddEvents,
})
