import { calculationId, yearOf } from '../../client/search-values.ts'

/** The calculations compared, with the year and cause shown, as the address holds them. */
export interface CompareSearch {
  readonly before?: string
  readonly after?: string
  readonly year?: number
  /** Place of the cause in the list of causes. */
  readonly cause?: number
}

/** The search of an address; a value that is none of the known ones is left out. */
export function compareSearch(search: Readonly<Record<string, unknown>>): CompareSearch {
  const before = calculationId(search['before'])
  const after = calculationId(search['after'])
  const year = yearOf(search['year'])
  const cause = place(search['cause'])
  return {
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(year === undefined ? {} : { year }),
    ...(cause === undefined ? {} : { cause }),
  }
}

function place(value: unknown): number | undefined {
  const text = typeof value === 'number' ? value.toString() : value
  return typeof text === 'string' && /^\d{1,5}$/.test(text) ? parseInt(text, 10) : undefined
}
