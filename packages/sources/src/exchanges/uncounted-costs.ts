import { compare, isZero, parseDecimal } from '@lotbook/money'
import { unwatched } from '../connecting/field-reads.ts'
import { absoluteAmount, type Amount } from '../reading/amount-text.ts'
import type { Collector } from '../reading/collector.ts'
import { sayNotCounted } from '../reading/cost-not-counted.ts'
import { shown } from '../reading/shown.ts'
import { exactJsonOf, isObject, type JsonObject } from './json-answer.ts'
import type { JsonRecord } from './json-record.ts'

/** Names of what an entry cost, or of what was given back of it. */
const COST =
  /fees?|tax|duty|levy|commission|charge|rebate|interest|cashback|deduct|penalty|surcharge|bonus|points?$/i
/** Short names of taxes, which are a part of other words too. */
const TAX_CODE = /(?:^|[a-z0-9_-])(?:GST|TDS|VAT)(?![a-z])|(?:^|[_-])(?:gst|tds|vat)(?![a-z])/

/** Names of what is no amount of a coin, though a cost is in the name. */
const NO_AMOUNT =
  /(?:rate(?:[ER]r|Ev)?|ratio|percent|percentage|coefficient|bps|currency|ccy|coin|asset|symbol|type|kind|state|status|category|tier|level|scale|precision|count|time|date)$/i
const NAME_OF_ID = /(?:^|_)id$|I[dD]$/

/** A field of an entry that states an amount which nobody counted, under its path. */
export interface UncountedCost {
  readonly field: string
  readonly text: string
}

/**
 * Costs that an entry states and that are not among those that were counted: a field that repeats one has its amount. `known` names the
 * fields that are read though their amount is written otherwise, or is in another amount.
 */
export function uncountedCosts(
  entry: JsonObject,
  counted: readonly Amount[],
  known: readonly string[] = [],
): readonly UncountedCost[] {
  // A look at every field reads none of them.
  return unwatched(() =>
    statedIn(entry, '').filter(({ field, text }) => {
      if (known.includes(field)) return false
      const value = parseDecimal(text)
      if (value === undefined) return true
      const { value: stated } = absoluteAmount({ value, places: value.scale })
      return !counted.some((amount) => compare(absoluteAmount(amount).value, stated) === 0)
    }),
  )
}

/** Says which costs of an entry are not counted, and flags what is made of it from then on. */
export function sayUncounted(
  out: Collector,
  record: JsonRecord,
  exchange: string,
  costs: readonly UncountedCost[],
): void {
  for (const { field, text } of costs)
    sayNotCounted(
      out,
      record,
      `${exchange} states ${shown(text)} as “${field}”, which is not counted: it does not say whether the amounts hold it, or in which coin it was. Check the amounts`,
      field,
      text,
    )
}

function statedIn(value: unknown, path: string): UncountedCost[] {
  if (Array.isArray(value)) return value.flatMap((one) => statedIn(one, `${path}[]`))
  if (isObject(value)) {
    const stated: UncountedCost[] = []
    for (const [name, one] of Object.entries(value))
      // Most fields are plain and of another name.
      if (typeof one === 'object' || isNamedAfterCost(name) || isNamedAfterCost(path) || mayHoldList(one))
        stated.push(...statedIn(one, path === '' ? name : `${path}.${name}`))
    return stated
  }
  if (typeof value === 'number') return statedIn(String(value), path)
  if (typeof value !== 'string') return []
  if (mayHoldList(value)) {
    const inside = exactJsonOf(value)
    return inside === undefined ? [{ field: path, text: value }].filter(isCost) : statedIn(inside, path)
  }
  const amount = parseDecimal(value)
  return amount === undefined || isZero(amount) ? [] : [{ field: path, text: value }].filter(isCost)
}

/** Whether a text is a list or an object: some exchanges write them so. */
const mayHoldList = (value: unknown): boolean =>
  typeof value === 'string' && (value.startsWith('[') || value.startsWith('{'))

/** Whether the name at the end of a path is one of a cost: `tax`, `fees[]`. Names come again with every entry. */
function isNamedAfterCost(path: string): boolean {
  const known = NAMES.get(path)
  if (known !== undefined) return known
  const name = path.slice(path.lastIndexOf('.') + 1)
  const isNamed = COST.test(name) || TAX_CODE.test(name)
  if (NAMES.size < MOST_NAMES) NAMES.set(path, isNamed)
  return isNamed
}
const NAMES = new Map<string, boolean>()
const MOST_NAMES = 2_000

/** Whether the name of a field, or that of what it is a part of, is one of a cost: `tax`, `tax.withheld`, `fee.amount`. */
function isCost({ field }: UncountedCost): boolean {
  const [last = '', above = ''] = field.replaceAll('[]', '').split('.').toReversed()
  return (
    (isNamedAfterCost(last) || isNamedAfterCost(above)) && !NO_AMOUNT.test(last) && !NAME_OF_ID.test(last)
  )
}
