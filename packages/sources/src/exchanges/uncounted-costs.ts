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
  if (isObject(value))
    return Object.entries(value).flatMap(([name, one]) =>
      statedIn(one, path === '' ? name : `${path}.${name}`),
    )
  if (typeof value === 'number') return statedIn(String(value), path)
  if (typeof value !== 'string') return []
  // Some exchanges write a list as text.
  if (/^[[{]/.test(value)) {
    const inside = exactJsonOf(value)
    return inside === undefined ? [{ field: path, text: value }].filter(isCost) : statedIn(inside, path)
  }
  const amount = parseDecimal(value)
  return amount === undefined || isZero(amount) ? [] : [{ field: path, text: value }].filter(isCost)
}

/** Whether the name of a field, or that of what it is a part of, is one of a cost: `tax`, `tax.withheld`, `fee.amount`. */
function isCost({ field }: UncountedCost): boolean {
  const [last = '', above = ''] = field.replaceAll('[]', '').split('.').toReversed()
  const isNamed = [last, above].some((name) => COST.test(name) || TAX_CODE.test(name))
  return isNamed && !NO_AMOUNT.test(last) && !NAME_OF_ID.test(last)
}
