import { FILING_STATUSES } from '@lotbook/contract'
import { parseDecimal } from '@lotbook/money'
import { yearOf } from './one-year-search.ts'

/** What the estimate of a tax needs to know. */
export interface EstimateSearch {
  readonly status?: (typeof FILING_STATUSES)[number]
  readonly income?: string
}

/** What the screen of methods is asked for: the year, and the estimate. */
export interface MethodsSearch extends EstimateSearch {
  readonly year?: number
}

/** The search of the address, without what does not belong there. */
export function methodsSearch(search: Record<string, unknown>): MethodsSearch {
  const year = yearOf(search['year'])
  return { ...(year !== undefined && { year }), ...estimateSearch(search) }
}

/** What an address says for the estimate. */
export function estimateSearch(search: Record<string, unknown>): EstimateSearch {
  const status = FILING_STATUSES.find((one) => one === search['status'])
  const typed = search['income']
  const income = typeof typed === 'string' || typeof typed === 'number' ? plainIncome(`${typed}`) : undefined
  return { ...(status !== undefined && { status }), ...(income !== undefined && { income }) }
}

/** Separators only where thousands are parted: `90,00` may be a slip or another country's 90.00, and is no 9,000. */
const INCOME = /^\$?\s*(\d+|\d{1,3}([,\s]\d{3})+)(\.\d{1,2})?$/

/** An income as typed (`85,000`), as decimal text; undefined for what is none. */
export function plainIncome(typed: string): string | undefined {
  if (!INCOME.test(typed.trim())) return undefined
  const text = typed.replaceAll(/[\s,$]/g, '')
  return /^\d{1,15}(\.\d{1,2})?$/.test(text) && parseDecimal(text) !== undefined ? text : undefined
}
