import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MatchDecision, MatchSide, SelfTransfer } from './match-side.ts'
import { rematch } from './rematch.ts'
import { matchSelfTransfers } from './self-transfer.ts'
import { runs } from '../testing/runs.ts'

const HOUR = 3_600_000

/** Sides that crowd in time and in amounts, so that they compete, with hashes that several share. */
const side = fc.record({
  id: fc.integer({ min: 0, max: 59 }),
  direction: fc.constantFrom('departure', 'arrival'),
  accountKey: fc.constantFrom('a', 'b', 'c'),
  hours: fc.integer({ min: 0, max: 24 * 120 }),
  amount: fc.constantFrom('100', '99', '95', '91', '60', '40', '39', '30', '10', '1.5'),
  fee: fc.constantFrom(null, '1', '5'),
  txHash: fc.option(fc.integer({ min: 0, max: 5 }), { freq: 6, nil: null }),
})

type Drawn = typeof side extends fc.Arbitrary<infer T> ? T : never

function sideOf(s: Drawn, asset: string, chains: readonly (string | null)[]): MatchSide {
  const id = `t${String(s.id).padStart(2, '0')}`
  const { direction, accountKey, fee } = s
  const amount = asset === 'SAME' ? '10' : s.amount
  const chain = chains['abc'.indexOf(accountKey)] ?? null
  const txHash = s.txHash === null ? null : `0${s.txHash}`.repeat(32)
  return { id, direction, accountKey, asset, at: s.hours * HOUR, amount, fee, txHash, chain, fingerprint: id }
}

type Sides = Pick<SelfTransfer, 'departure' | 'others' | 'arrivals'>
const sidesOf = ({ departure, others = [], arrivals }: Sides) => [departure, ...others, ...arrivals]

const keyOf = ({ departure, others = [], arrivals, quality, state, madeBy, gap }: SelfTransfer) =>
  [departure, ...others, '>', ...arrivals.toSorted(), quality, state, madeBy, gap].join(' ')

const NOWHERE = [null, null, null] as const

// Groups of transfers around accounts on chains reach further: a rollup's withdrawal takes days.
test.each([
  ['of exchanges', NOWHERE, 'BTC', [8, 15, 30, null], 7],
  ['of one amount', NOWHERE, 'SAME', [8, 15, 30, null], 0],
  ['on chains', ['optimism', 'ethereum', null] as const, 'ETH', [50, 90, null], 0],
])(
  'a change of a few sides %s, matched where it makes a difference, gives what matching everything gives',
  (_name, chains, asset, spans, least) => {
    const sideHere = (drawn: Drawn) => sideOf(drawn, asset, chains)
    let narrow = 0
    fc.assert(
      fc.property(
        fc.uniqueArray(side, { minLength: 10, maxLength: 60, selector: (s) => s.id }),
        fc.array(fc.record({ at: fc.nat(), instead: fc.option(side, { nil: null }) }), {
          minLength: 1,
          maxLength: 2,
        }),
        fc.array(fc.record({ n: fc.nat(), state: fc.constantFrom('made', 'refused') }), { maxLength: 3 }),
        (drawn, edits, words) => {
          const before = drawn.map(sideHere)
          const guess = matchSelfTransfers(before)
          const decisions = words.flatMap(({ n, state }): MatchDecision[] => {
            const match = guess[n % Math.max(guess.length, 1)]
            if (match === undefined) return []
            const { departure, others = [], arrivals } = match
            return [{ departure, others, arrivals, state }]
          })
          const stood = matchSelfTransfers(before, decisions)
          const touched = new Set<string>()
          const around: number[] = []
          const after = [...before]
          for (const { at, instead } of edits) {
            const n = at % before.length
            const old = before[n]!
            touched.add(old.id)
            around.push(old.at)
            const now =
              instead === null
                ? undefined
                : { ...sideHere(instead), id: old.id, fingerprint: old.id, txHash: old.txHash ?? null }
            if (now !== undefined) around.push(now.at)
            after[n] = now ?? { ...old, id: 'gone', fingerprint: 'gone', at: -1e12 }
          }
          const sides = after.filter((one) => one.id !== 'gone')
          const whole = matchSelfTransfers(sides, decisions).map(keyOf).sort()

          const rested = new Set(decisions.map((one) => sidesOf(one).join()))
          const standing = stood.filter(
            (match) => match.madeBy === 'person' || !rested.has(sidesOf(match).join()),
          )
          for (const days of spans) {
            const reach = days === null ? 0 : days * 24 * HOUR
            const span =
              days === null ? null : { from: Math.min(...around) - reach, to: Math.max(...around) + reach }
            const inSpan = (one: MatchSide) => span === null || (one.at >= span.from && one.at <= span.to)
            const hashes = new Set(sides.filter(inSpan).flatMap((one) => one.txHash ?? []))
            const near = new Set(
              sides
                .filter((one) => inSpan(one) || (one.txHash != null && hashes.has(one.txHash)))
                .map((one) => one.id),
            )
            const concerns = (match: Sides) => sidesOf(match).some((id) => near.has(id) || touched.has(id))
            const concerned = decisions.filter(concerns)
            const stands = standing.filter(concerns)
            for (const match of [...concerned, ...stands]) for (const id of sidesOf(match)) near.add(id)
            const found = rematch({
              sides: sides.filter((one) => near.has(one.id)),
              span,
              touched,
              around,
              standing: stands,
              decisions: concerned,
            })
            if (found === undefined) continue
            if (span !== null && found.region.size < sides.length / 2) narrow += 1
            const kept = standing.filter(
              (match) => !sidesOf(match).some((id) => found.region.has(id) || touched.has(id)),
            )
            expect([...kept, ...found.matches].map(keyOf).sort()).toEqual(whole)
            return
          }
          expect.unreachable('everything was asked for')
        },
      ),
      { numRuns: runs(asset === 'BTC' ? 250 : 100) },
    )
    // Else the test would only ever have compared everything with everything.
    if (least > 0) expect(narrow).toBeGreaterThan(runs(least))
  },
)
