import { FILING_STATUSES } from '@lotbook/contract'
import { parseDecimal } from '@lotbook/money'

/** The inputs of the estimate of a tax, as an address holds them. */
export interface EstimateSearch {
  readonly status?: (typeof FILING_STATUSES)[number]
  readonly income?: string
}

/** The inputs of the estimate in an address; a value that is none of the known ones is left out. */
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
