import { concatBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf } from '../bytes/byte-writer.ts'
import { canonicalJson } from '../bytes/canonical-json.ts'
import { rowsOfInput } from '../schema/input-rows.ts'
import { resultFrom } from '../testing/result-from.ts'
import type { CalculationSettings } from '../schema/calculation-input.ts'
import { calculatePacked } from '../calculating/calculate.ts'
import { eventTableOf, placeOfEvent } from '../events/event-table.ts'
import { eventTableOfJournal } from './event-table-of-journal.ts'
import { inputOfJournal, type JournalEntry } from './input-of-journal.ts'
import { chunkOf, packChunk, unpackChunk } from './journal-chunk.ts'
import { packCheckpoint, unpackCheckpoint } from '../executing/packed-checkpoint.ts'
import { problemsOfInput } from '../schema/parse-input.ts'
import { runEvents } from '../executing/run-events.ts'
import { bytesOfParts } from '../bytes/text-parts.ts'
import { writeResult } from '../results/write-result.ts'
import { runs } from '../testing/runs.ts'

const fingerprintOf = (n: number) => `${((n * 7919) % 9973).toString(16).padStart(8, '0')}`.padEnd(64, 'e')
const COINS = ['BTC', 'ETH', 'own:a "b" ü€', 'TOKEN']
const SETTINGS: readonly CalculationSettings[] = [
  { method: 'fifo' },
  { method: 'fifo', transfer_fee: 'capitalize' },
  { method: 'hifo', timezone: 'America/New_York', transfer_fee: 'carry' },
  { method: 'lifo', pool_before_2025: 'universal', transfer_fee: 'capitalize' },
  {
    treatments: { staking_lockup: 'dispose', exchange_fee: 'split', rebase: 'zero_basis', rebate: 'income' },
    tokens: [
      { kind: 'wrapped', asset: 'TOKEN', of: 'ETH' },
      { kind: 'rebase', asset: 'BTC' },
    ],
  },
  {
    method: 'fifo',
    pool_before_2025: 'universal',
    safe_harbor: {
      type: 'specific',
      allocations: [1, 2, 3].flatMap((n) => [
        { lot: fingerprintOf(n), asset: 'BTC', account: 'kraken', quantity: '0.00000000000000001' },
        { lot: fingerprintOf(n), asset: 'ETH', account: 'kraken#2', quantity: '5' },
      ]),
    },
  },
]

const amount = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 1e9 }).map((n) => String(n / 1000)) },
  { weight: 3, arbitrary: fc.tuple(fc.nat(999), fc.nat(999_999_999)).map(([a, b]) => `${a}.${b}1`) },
  { weight: 1, arbitrary: fc.nat(1e9).map((n) => `1.000000000${n}1`) },
)
const value = fc.option(
  amount.map((text) => text.slice(0, 12).replace(/\.?0*$/, '') || '0'),
  { freq: 5, nil: null },
)
const gift = fc.option(
  fc.record(
    { donor_basis: amount, donor_acquired: fc.constantFrom('2019-05-01', '2020-02-29') },
    { requiredKeys: [] },
  ),
  { freq: 2, nil: null },
)

type Kind = readonly [JournalEntry['type'], string | null, from: string, to: string]
const KINDS: readonly Kind[] = [
  ['buy', null, 'cash', 'coin'],
  ['sell', null, 'coin', 'cash'],
  ['trade', null, 'coin', 'coin'],
  ['incoming', 'staking_reward', '', 'coin'],
  ['incoming', 'gift_received', '', 'coin'],
  ['incoming', 'received', '', 'coin'],
  ['outgoing', 'sent', 'coin', ''],
  ['outgoing', 'purchase', 'coin', ''],
  ['outgoing', 'donation_501c3', 'coin', ''],
  ['incoming', 'received', '', 'cash'],
  ['incoming', 'interest_received', '', 'cash'],
  ['incoming', 'margin_gain', '', 'cash'],
  ['incoming', 'rebate', '', 'cash'],
  ['outgoing', 'margin_loss', 'cash', ''],
  ['outgoing', 'margin_fee', 'cash', ''],
  ['outgoing', 'staking_lockup', 'coin', ''],
  ['outgoing', 'fee', 'coin', ''],
  ['outgoing', 'fee', 'cash', ''],
]

const entry = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    day: fc.nat(2500),
    account: fc.constantFrom('kraken', 'kraken#2', 'ethereum:0x4b'),
    coins: fc.tuple(fc.constantFrom(...COINS), fc.constantFrom(...COINS)),
    cash: fc.constantFrom('USD', 'EUR'),
    amounts: fc.tuple(amount, amount, amount),
    values: fc.tuple(value, value, value),
    fee: fc.constantFrom(null, null, 'USD', 'BTC', 'ETH'),
    sequence: fc.option(fc.constantFrom('1', '2', '10'), { nil: null }),
    gift,
  })
  .map((d): Omit<JournalEntry, 'id'> => {
    // Declared pairs are exchanged one for one; an exchange by a ratio takes the way by objects.
    const isPair = d.coins.includes('TOKEN') && d.coins.includes('ETH')
    const leg = (what: string, n: 0 | 1) =>
      what === '' ? null : { asset: what === 'cash' ? d.cash : d.coins[n], amount: d.amounts[isPair ? 0 : n] }
    const [type, subType, from, to] = d.kind
    return {
      // Days repeat, so that the order within an instant counts.
      at: Date.UTC(2020, 0, 1) + (d.day % 300) * 86_400_000 * 8,
      type,
      subType,
      accountKey: d.account,
      sequence: d.sequence,
      from: leg(from, 0),
      to: leg(to, 1),
      fee: d.fee === null ? null : { asset: d.fee, amount: d.amounts[2] },
      values: {
        from: from === '' ? null : d.values[0],
        to: to === '' ? null : d.values[1],
        fee: d.fee === null ? null : d.values[2],
      },
      gift: subType === 'gift_received' ? d.gift : null,
    }
  })

test('P2 the journal in packed chunks is the same input and gives the same result, byte for byte', () => {
  let packed = 0
  let resumed = 0
  let costly = 0
  fc.assert(
    fc.property(
      fc.array(entry, { minLength: 1, maxLength: 40 }),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { maxLength: 4 }),
      fc.constantFrom(...SETTINGS),
      fc.integer({ min: 1, max: 17 }),
      fc.array(fc.tuple(fc.nat(), fc.nat(44), amount), { maxLength: 6 }),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: -2, max: 3 })), { maxLength: 6 }),
      (drawn, pairs, settings, size, picks, paid) => {
        const plain = drawn
          .map((one, n): JournalEntry => ({ ...one, id: fingerprintOf(n + 1) }))
          .sort((a, b) => a.at - b.at)
        const named = new Map<number, { readonly lot: string; readonly quantity: string }[]>()
        for (const [n, lot, quantity] of picks) {
          const entry = n % plain.length
          named.set(entry, [...(named.get(entry) ?? []), { lot: fingerprintOf(lot), quantity }])
        }
        const entries = plain.map((one, n): JournalEntry => ({ ...one, lots: named.get(n) ?? null }))
        const outs = entries.flatMap((one, n) => (one.subType === 'sent' ? [n] : []))
        const ins = entries.flatMap((one, n) =>
          one.subType === 'received' && one.to?.asset !== 'USD' ? [n] : [],
        )
        const used = new Set<number>()
        const matches = pairs.flatMap(([a, b, c]) => {
          const departure = outs[a % Math.max(outs.length, 1)]
          const arrivals = [...new Set([ins[b % Math.max(ins.length, 1)], ins[c % Math.max(ins.length, 1)]])]
          const all = [departure, ...arrivals]
          if (all.some((n) => n === undefined || used.has(n))) return []
          for (const n of all) used.add(n as number)
          return [{ departure: departure as number, arrivals: arrivals as number[] }]
        })
        // A fee is of one thing near by, which may have several, and may be a fee itself or no event.
        const spent = entries.flatMap((one, n) => (one.subType === 'fee' ? [n] : []))
        const fees = [...new Map(paid.map(([a, far]) => [spent[a % spent.length], far]))].flatMap(
          ([fee, far]) =>
            fee === undefined || entries[fee + far] === undefined ? [] : [{ fee, paidFor: fee + far }],
        )
        const input = inputOfJournal(
          entries,
          matches.map((match) => ({
            departure: entries[match.departure]!.id,
            arrivals: match.arrivals.map((n) => entries[n]!.id),
          })),
          settings,
          fees.map(({ fee, paidFor }) => ({ fee: entries[fee]!.id, paidFor: entries[paidFor]!.id })),
        )
        costly += input.transactions.filter((t) => (t.further_fees ?? []).length > 0).length
        const chunks = []
        for (let first = 0; first < entries.length; first += size) {
          const chunk = chunkOf(
            plain.slice(first, first + size).map(({ id, accountKey, ...one }) => ({
              ...one,
              fingerprint: id,
              account: `id of ${accountKey}`,
            })),
          )
          // Off by one byte, as bytes out of a database may lie.
          chunks.push(unpackChunk(new Uint8Array([0, ...packChunk(chunk!)]).subarray(1)))
        }
        const found = eventTableOfJournal(
          chunks,
          matches,
          settings,
          (account) => account.slice(6),
          named,
          fees,
        )
        if (found === undefined) {
          expect(problemsOfInput(input)).not.toEqual([])
          return
        }
        packed += 1
        expect(concatBytes(...Array.from(bytesOfParts(found.text()), (piece) => piece.slice()))).toEqual(
          bytesOf(canonicalJson(rowsOfInput(input))),
        )
        expect(canonicalJson(writeResult(runEvents(found.table, settings)))).toBe(
          canonicalJson(writeResult(runEvents(eventTableOf(input), settings))),
        )
        for (const [e, n] of found.entryOfEvent.entries())
          if (!used.has(n)) expect(entries[n]!.id).toBe(found.table.idOf(e))

        // P10: whoever goes on from where a chunk begins, having read only what follows, comes to the same.
        const whole = calculatePacked(found, settings, { borders: found.borders.map(({ event }) => event) })
        for (const [n, checkpoint] of whole.checkpoints.entries()) {
          const from = unpackCheckpoint(packCheckpoint(checkpoint))
          const { chunk } = found.borders[n]!
          const before = chunks.slice(0, chunk).reduce((sum, { count }) => sum + count, 0)
          const rest = eventTableOfJournal(
            chunks.slice(chunk),
            matches
              .filter(({ departure }) => departure >= before)
              .map(({ departure, arrivals }) => ({
                departure: departure - before,
                arrivals: arrivals.map((arrival) => arrival - before),
              })),
            settings,
            (account) => account.slice(6),
            new Map([...named].flatMap(([at, lots]) => (at < before ? [] : [[at - before, lots]]))),
            fees
              .filter(({ fee, paidFor }) => Math.min(fee, paidFor) >= before)
              .map(({ fee, paidFor }) => ({ fee: fee - before, paidFor: paidFor - before })),
            from,
          )
          // Amounts may be finer behind the border than before it.
          if (rest === undefined) continue
          resumed += 1
          const going = calculatePacked(rest, settings, { from })
          expect(resultFrom(going, from)).toEqual(resultFrom(whole, from))
          expect(rest.borders.map((border) => placeOfEvent(rest.table, border.event))).toEqual(
            found.borders.slice(n + 1).map((border) => border.event),
          )
        }
      },
    ),
    { numRuns: runs(100) },
  )
  expect(packed).toBeGreaterThan(runs(50))
  expect(resumed).toBeGreaterThan(runs(25))
  expect(costly).toBeGreaterThan(runs(25))
})

test('what does not fit two limbs has no chunk', () => {
  const large = {
    fingerprint: fingerprintOf(1),
    at: 0,
    type: 'incoming',
    subType: 'mined',
    account: 'a',
    sequence: null,
    from: null,
    to: { asset: 'SHIB', amount: '123456789012345678901.0123456789' },
    fee: null,
    values: { from: null, to: '1', fee: null },
  } as const
  expect(chunkOf([large])).toBeUndefined()
})
