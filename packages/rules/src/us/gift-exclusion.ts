import { compare, type Decimal, formatDecimal, minus, parseDecimal, plus, zero } from '@lotbook/money'

/** Annual exclusion of gifts to one donee, in dollars (section 2503(b); tax/us 6.3, from memory). */
const EXCLUSIONS: readonly { readonly from: number; readonly amount: string }[] = [
  { from: 2014, amount: '14000' },
  { from: 2018, amount: '15000' },
  { from: 2022, amount: '16000' },
  { from: 2023, amount: '17000' },
  { from: 2024, amount: '18000' },
  { from: 2025, amount: '19000' },
]
/** Years after it have no figure here. */
const LAST_YEAR = 2026

/** The annual exclusion of a year as decimal text; undefined for a year that has no figure here: none is made up. */
export function annualExclusion(year: number): string | undefined {
  return year > LAST_YEAR ? undefined : EXCLUSIONS.findLast(({ from }) => from <= year)?.amount
}

/** A gift of a year. The value is exact decimal text in USD on the day of the gift; null where it is not known. */
export interface Given {
  readonly donee: string | null
  /** The donee is the giver's spouse and a U.S. citizen. */
  readonly isSpouse: boolean
  readonly value: string | null
}

/** Whether the gifts to a donee need Form 709; `open` where a name, a value or the exclusion of the year is not known. */
export type GiftReturn = 'needed' | 'not_needed' | 'open'

/** Gifts of a year to one donee. */
export interface GiftsToDonee {
  /** As it was first written; null for gifts whose donee is not named. */
  readonly donee: string | null
  readonly isSpouse: boolean
  readonly gifts: number
  /** Values that are known, added up. */
  readonly value: string
  readonly unknownValues: number
  /** Null for a spouse, whose gifts have no limit (section 2523), and for a year without a figure. */
  readonly exclusion: string | null
  readonly giftReturn: GiftReturn
}

/**
 * The gifts of a year by donee, in the order of their first gift: Form 709 is filed where they are together worth more than the annual
 * exclusion (sections 2503(b) and 6019). In 2025, 12,000 and 8,000 to one person are 1,000 over it. Names that differ in case
 * or spaces alone are one donee. A gift without a name may be to anybody, so it leaves open whom it takes over the exclusion.
 */
export function giftsByDonee(year: number, gifts: readonly Given[]): GiftsToDonee[] {
  const exclusion = annualExclusion(year)
  const limit = exclusion === undefined ? undefined : parseDecimal(exclusion)
  const groups = [...groupedByName(gifts)].map(([name, of]) => ({ name, of, ...added(of) }))
  const unnamed = groups.find(({ name }) => name === UNNAMED)
  return groups.map(({ name, of, value, unknown }) => {
    const isSpouse = name !== UNNAMED && of.every((gift) => gift.isSpouse)
    const isOpen = unknown > 0 || (unnamed?.unknown !== undefined && unnamed.unknown > 0)
    const most =
      name === UNNAMED
        ? plus(value, highest(groups.filter((one) => one !== unnamed).map((one) => one.value)))
        : plus(value, unnamed?.value ?? zero)
    return {
      donee: name === UNNAMED ? null : (of[0]?.donee?.trim() ?? null),
      isSpouse,
      gifts: of.length,
      value: formatDecimal(value),
      unknownValues: unknown,
      exclusion: isSpouse ? null : (exclusion ?? null),
      giftReturn: isSpouse
        ? 'not_needed'
        : returnOf({ value, most, isOpen, limit, isNamed: name !== UNNAMED }),
    }
  })
}

function returnOf(of: {
  readonly value: Decimal
  /** The value with gifts that may belong to the same donee. */
  readonly most: Decimal
  readonly isOpen: boolean
  readonly limit: Decimal | undefined
  readonly isNamed: boolean
}): GiftReturn {
  if (of.limit === undefined) return 'open'
  if (of.isNamed && compare(of.value, of.limit) > 0) return 'needed'
  return of.isOpen || compare(of.most, of.limit) > 0 ? 'open' : 'not_needed'
}

const UNNAMED = ''

function groupedByName(gifts: readonly Given[]): Map<string, Given[]> {
  const groups = new Map<string, Given[]>()
  for (const gift of gifts) {
    const name = doneeKey(gift.donee ?? UNNAMED)
    groups.set(name, [...(groups.get(name) ?? []), gift])
  }
  return groups
}

/** A donee's name as names are compared: one that differs in case or spaces alone is the same donee. */
export function doneeKey(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

function added(gifts: readonly Given[]): { readonly value: Decimal; readonly unknown: number } {
  let value = zero
  let unknown = 0
  for (const gift of gifts) {
    const known = gift.value === null ? undefined : parseDecimal(gift.value)
    if (known === undefined) unknown += 1
    else value = plus(value, known)
  }
  return { value, unknown }
}

const highest = (values: readonly Decimal[]) =>
  values.reduce((most, value) => (compare(value, most) > 0 ? value : most), zero)

/** The part of gifts to a donee that is over the annual exclusion; null where none is, or none is known. */
export function overExclusion({ value, exclusion }: GiftsToDonee): string | null {
  if (exclusion === null) return null
  const [given, limit] = [parseDecimal(value) ?? zero, parseDecimal(exclusion) ?? zero]
  return compare(given, limit) > 0 ? formatDecimal(minus(given, limit)) : null
}
