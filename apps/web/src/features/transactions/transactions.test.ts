import { describe, expect, test } from 'vitest'
import type { TransactionDetail, TransactionRow } from '@lotbook/contract'
import { assetOf, editOf, problemsIn, sidesShown, subTypesOf, turnedSides, valuesOf } from './edit-values.ts'
import {
  activeFilters,
  listInput,
  tabOf,
  transactionSearch,
  withoutFilter,
  withoutFilters,
  withTab,
} from './transaction-search.ts'
import { findingWords } from './finding-words.ts'
import { headline } from './headline.ts'
import { fieldValue } from './transaction-words.ts'

const id = '01a1fe67-41bd-75db-950e-b9404039dacf'

describe('the address of the list', () => {
  test('what is no value of its name is left out', () => {
    expect(
      transactionSearch({
        account_id: 'x',
        year: '20x4',
        from_day: 'soon',
        to_day: '2025-99-99',
        id,
        edit: 'true',
        q: 'BTC',
      }),
    ).toEqual({ id, edit: 'true', q: 'BTC' })
    expect(transactionSearch({ edit: 'true', tab: 'review' })).toEqual({ review: 'true' })
    // A year without transactions finds none, instead of all.
    expect(transactionSearch({ year: '1800' })).toEqual({ year: '1800' })
  })

  test('asks the server for what it says, and not for what is open', () => {
    const search = transactionSearch({ id, year: '2024', review: 'true', ignored: 'false', order: 'oldest' })
    expect(listInput(search)).toEqual({ year: '2024', review: 'true', ignored: 'false', order: 'oldest' })
    expect(listInput({})).toEqual({ order: 'newest' })
  })

  test('a tab is a filter: going to another one keeps the rest', () => {
    const search = { type: 'transfer', year: '2024', id } as const
    expect(tabOf(search)).toBe('transfers')
    expect(withTab(search, 'review')).toEqual({ year: '2024', review: 'true' })
    expect(withTab({ type: 'sell', sub_type: 'x', year: '2024' }, 'transfers')).toEqual({
      type: 'transfer',
      year: '2024',
    })
    expect(withTab({ type: 'sell', review: 'true' }, 'all')).toEqual({ type: 'sell' })
  })

  test('the pills are the filters less that of the tab; a sub type stands for its type', () => {
    const search = { review: 'true', type: 'incoming', sub_type: 'airdrop', q: 'a' } as const
    expect(activeFilters(search)).toEqual(['sub_type', 'q'])
    expect(withoutFilter(search, 'sub_type')).toEqual({ review: 'true', q: 'a' })
    expect(withoutFilters({ ...search, order: 'oldest' })).toEqual({ review: 'true', order: 'oldest' })
  })
})

const row: TransactionRow = {
  id,
  at: '2024-06-05T12:00:00.123Z',
  type: 'sell',
  sub_type: null,
  label: 'Sell',
  account_id: id,
  account_name: 'Kraken',
  account_slug: 'kraken',
  other_account_name: null,
  from: { asset: 'ETH', symbol: 'ETH', amount: '1.2' },
  to: { asset: 'USD', symbol: 'USD', amount: '3960' },
  fee: { asset: 'USD', symbol: 'USD', amount: '4.1' },
  fair_market_value: '100',
  gain: null,
  is_edited: false,
  is_ignored: false,
  flags: [],
  findings: [],
}
const detail: TransactionDetail = {
  ...row,
  version: 'v1',
  locked_before: null,
  tx_hash: null,
  external_id: null,
  comment: null,
  us_based: true,
  value: null,
  shown: null,
  imported_at: '2026-01-01T00:00:00.000Z',
  records: [],
  changes: [],
  lots: [],
  match: null,
  fee_value: null,
  further_fees: [],
  paid_for: null,
  refused_matches: [],
  can_match: false,
}

describe('what is said of a transaction', () => {
  test('one line says what happened', () => {
    expect(headline(row)).toBe('Sold 1.2\u00a0ETH for $3,960.00')
    expect(headline({ ...row, type: 'incoming', sub_type: 'airdrop', from: null, to: row.from })).toBe(
      'Airdrop: 1.2\u00a0ETH',
    )
    // "Purchase: 1.2 ETH" would read as bought.
    expect(headline({ ...row, type: 'outgoing', sub_type: 'purchase', to: null })).toBe('Spent 1.2\u00a0ETH')
    expect(headline({ ...row, type: 'transfer', other_account_name: 'Ledger' })).toBe(
      'Moved 1.2\u00a0ETH to Ledger',
    )
  })

  test('a code nobody has words for is still said', () => {
    expect(findingWords('missing_price').mark).toBe('Missing price')
    expect(findingWords('some_new_code')).toEqual({ mark: 'Some new code', sentence: 'Some new code.' })
  })

  test('the history is in words', () => {
    expect(fieldValue('sub_type', 'gift_received')).toBe('Gift received')
    expect(fieldValue('is_ignored', 'true')).toBe('yes')
    expect(fieldValue('value', '12.500000000000')).toBe('12.5')
    expect(fieldValue('value', '100.000000000000')).toBe('100')
    expect(fieldValue('gift', '{"donor_basis":"12","donor_acquired":"2020-02-03"}')).toBe(
      'cost 12, acquired Feb 03, 2020',
    )
    expect(fieldValue('comment', null)).toBe('nothing')
  })
})

describe('correcting a transaction', () => {
  const before = valuesOf(detail)

  test('only what was changed is sent, and the exact time stays', () => {
    expect(before.at).toBe('2024-06-05T12:00:00.123')
    expect(editOf(before, before, [])).toBeUndefined()
    expect(editOf(before, { ...before, comment: 'mine' }, [])).toEqual({ comment: 'mine' })
    expect(editOf(before, { ...before, at: '2024-06-05T12:01' }, [])).toEqual({ at: '2024-06-05T12:01:00Z' })
  })

  test('R5.81 R5.82 the sub types of what came in and of what went out', () => {
    expect(subTypesOf('incoming', 'received')).toEqual(
      'received mined airdrop fork payment gift_received mastermode interest_received dividend_received staking_reward misc_reward staking_return'.split(
        ' ',
      ),
    )
    expect(subTypesOf('outgoing', 'sent')).toEqual(
      'sent purchase gift_sent stolen lost fee donation_501c3 staking_lockup'.split(' '),
    )
  })

  test('a type with sub types takes one, a type without has none', () => {
    const sent = { ...before, type: 'outgoing' as const, sub_type: 'lost' }
    expect(editOf(before, sent, [])).toEqual({ type: 'outgoing', sub_type: 'lost' })
    expect(editOf(sent, before, [])).toEqual({ type: 'sell', sub_type: null })
    expect(subTypesOf('sell', '')).toEqual([])
    expect(subTypesOf('incoming', 'rebate').at(-1)).toBe('rebate')
    expect(problemsIn(before, { ...sent, sub_type: '' })).toEqual({ sub_type: 'Choose a sub type' })
  })

  test('the form of an NFT has the side that it may have, and says which one goes', () => {
    const nft = (sub_type: string) => ({ ...before, type: 'nft' as const, sub_type })
    expect(sidesShown(before, nft('send'))).toEqual({ from: true, to: false })
    expect(sidesShown(before, nft('receive'))).toEqual({ from: false, to: true })
    expect(sidesShown(before, nft('nft_mint'))).toEqual({ from: true, to: true })
    expect(editOf(before, nft('send'), [])).toEqual({
      type: 'nft',
      sub_type: 'send',
      to_amount: null,
      to_asset: null,
    })
    // One that stands with both is seen, and changed by nothing but what a person changes.
    expect(sidesShown(nft('send'), nft('send'))).toEqual({ from: true, to: true })
    expect(editOf(nft('send'), { ...nft('send'), comment: 'mine' }, [])).toEqual({ comment: 'mine' })
  })

  test('what came in is what went out where the type has that side alone, and back', () => {
    const received = { ...before, from_amount: '', from_asset: '', to_amount: '2', to_asset: 'ETH' }
    const sent = { from_amount: '2', from_asset: 'ETH', to_amount: '', to_asset: '' }
    const nft = (sub_type: string) => ({ type: 'nft' as const, sub_type })
    expect(turnedSides(received, nft('send'))).toEqual(sent)
    expect(turnedSides(received, { type: 'outgoing', sub_type: 'sent' })).toEqual(sent)
    expect(turnedSides({ ...received, ...sent }, nft('receive'))).toEqual({
      from_amount: '',
      from_asset: '',
      to_amount: '2',
      to_asset: 'ETH',
    })
    // A mint and a trade have both sides, and of a trade nothing is turned.
    expect(turnedSides(received, nft('nft_mint'))).toBeUndefined()
    expect(turnedSides({ ...received, ...sent }, nft('nft_mint'))).toBeUndefined()
    expect(turnedSides(received, { type: 'trade', sub_type: '' })).toBeUndefined()
    expect(turnedSides(before, nft('send'))).toBeUndefined()
    expect(editOf(received, { ...received, ...sent, ...nft('send') }, [])).toEqual({
      ...nft('send'),
      from_amount: '2',
      from_asset: 'ETH',
      to_amount: null,
      to_asset: null,
    })
  })

  test('emptied is null, and text that is no amount is refused', () => {
    expect(editOf(before, { ...before, fee_amount: '', fee_asset: '' }, [])).toEqual({
      fee_amount: null,
      fee_asset: null,
    })
    expect(Object.keys(problemsIn(before, { ...before, from_amount: '1,5', value: '.5' }))).toEqual([
      'from_amount',
      'value',
    ])
  })

  test('a ticker means the asset this history knows by it', () => {
    const known = [{ asset: 'ethereum:0xabc', symbol: 'PEPE' }]
    expect([assetOf('PEPE', known), assetOf('eth', known), assetOf(' ', known)]).toEqual([
      'ethereum:0xabc',
      'ETH',
      null,
    ])
  })

  test('a transfer is edited as what was sent', () => {
    const transfer = valuesOf({ ...detail, type: 'transfer', to: row.from })
    expect([transfer.type, transfer.sub_type, transfer.to_amount]).toEqual(['outgoing', 'sent', ''])
  })
})
