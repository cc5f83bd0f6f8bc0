import { compare, type Decimal, formatDecimal, minus, parseDecimal, plus, zero } from '@lotbook/money'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findParting, firstOf, type Movement, type StatedPoint, suspectOf } from './find-parting.ts'

const amount = (text: string): Decimal => parseDecimal(text) ?? zero
const move = (at: number, change: string): Movement => ({ id: `m${at}`, at, change: amount(change) })
const point = (at: number, quantity: string, part = ''): StatedPoint => ({
  at,
  part,
  quantity: amount(quantity),
})
const textOf = (stated: readonly StatedPoint[], movements: readonly Movement[]) => {
  const { agreed, parted, between } = findParting(stated, movements)
  const text = (one: typeof agreed) =>
    one === undefined ? '-' : `${one.at}: ${formatDecimal(one.stated)}/${formatDecimal(one.computed)}`
  return `${text(agreed)} ${text(parted)} ${between.map(({ id }) => id).join(',')}`
}

test('the moment is between the last balance that agrees and the next one', () => {
  const moves = [move(1, '2'), move(2, '-0.5'), move(4, '1')]
  expect(textOf([point(1, '2'), point(3, '1.5'), point(5, '2.5')], moves)).toBe('5: 2.5/2.5 - ')
  expect(textOf([point(1, '2'), point(3, '1.5'), point(5, '3')], moves)).toBe('3: 1.5/1.5 5: 3/2.5 m4')
  // They parted, came together again, and parted again: what is open is the last time.
  expect(textOf([point(1, '9'), point(2, '1.5'), point(4, '2')], moves)).toBe('2: 1.5/1.5 4: 2/2.5 m4')
  expect(textOf([point(2, '9')], moves)).toBe('- 2: 9/1.5 m1,m2')
  expect(textOf([], moves)).toBe('- - ')
  // Parts of an account count together.
  expect(textOf([point(1, '1.5', 'spot'), point(1, '0.5', 'earn'), point(2, '1', 'spot')], moves)).toBe(
    '2: 1.5/1.5 - ',
  )
})

test('of many movements the first are named, and the suspected one in any case', () => {
  const moves = [1, 2, 3, 4].map((at) => move(at, '1'))
  const named = (suspect?: string) =>
    firstOf(moves, suspect === undefined ? undefined : { id: suspect }, 2).map(({ id }) => id)
  expect(named()).toEqual(['m1', 'm2'])
  expect(named('m2')).toEqual(['m1', 'm2'])
  expect(named('m4')).toEqual(['m1', 'm4'])
})

/** A history with the balance stated after each movement, and the place of one movement. */
const histories = fc
  .array(
    fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).filter((units) => units !== 0n),
    {
      minLength: 1,
      maxLength: 30,
    },
  )
  .chain((units) => fc.tuple(fc.constant(units), fc.nat(units.length - 1)))
  .map(([units, n]) => {
    const moves = units.map((unit, at) => ({ id: `m${at}`, at, change: { digits: unit, scale: 18 } }))
    const decimals = moves.map(({ change, ...of }) => ({
      ...of,
      change: amount(`${change.digits < 0n ? '-' : ''}${text18(change.digits)}`),
    }))
    let sum = zero
    const stated = decimals.map(({ at, change }) => {
      sum = plus(sum, change)
      return { at, part: '', quantity: sum }
    })
    return { moves: decimals, stated, n }
  })

function text18(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(19, '0')
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`
}

test('a movement that is missing, too much or the wrong way round is found where it is, and every other history agrees', () => {
  fc.assert(
    fc.property(histories, ({ moves, stated, n }) => {
      expect(findParting(stated, moves).parted).toBeUndefined()
      const own = moves[n]
      if (own === undefined) throw new Error('no movement')
      const before = n === 0 ? undefined : n - 1

      const missing = findParting(
        stated,
        moves.filter((one) => one !== own),
      )
      expect([missing.agreed?.at, missing.parted?.at]).toEqual([before, n])
      expect(missing.between).toEqual([])

      const twice = findParting(stated, [...moves, { ...own, id: 'again' }])
      expect([twice.agreed?.at, twice.parted?.at]).toEqual([before, n])
      expect(suspectOf(twice)).toEqual({ id: own.id, kind: 'extra' })

      const reversed = moves.map((one) => (one === own ? { ...one, change: minus(zero, one.change) } : one))
      const turned = findParting(stated, reversed)
      expect([turned.agreed?.at, turned.parted?.at]).toEqual([before, n])
      expect(suspectOf(turned)).toEqual({ id: own.id, kind: 'reversed' })
    }),
  )
})

test('the order in which balances and movements are given does not matter', () => {
  fc.assert(
    fc.property(histories, ({ moves, stated, n }) => {
      const some = stated.filter((_, at) => at % 2 === n % 2)
      const [given, turned] = [
        findParting(some, moves.slice(1)),
        findParting(some.toReversed(), moves.slice(1).toReversed()),
      ]
      expect(turned.agreed?.at).toBe(given.agreed?.at)
      expect(turned.parted?.at).toBe(given.parted?.at)
      if (given.parted !== undefined && turned.parted !== undefined)
        expect(compare(given.parted.computed, turned.parted.computed)).toBe(0)
      expect(turned.between).toEqual(given.between)
    }),
  )
})
