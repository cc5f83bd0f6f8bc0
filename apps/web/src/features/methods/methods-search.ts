import { yearOf } from '../../client/search-values.ts'
import { estimateSearch, type EstimateSearch } from '../what-if/estimate-search.ts'

/** The year that the screen of methods shows, and the inputs of the estimate. */
export interface MethodsSearch extends EstimateSearch {
  readonly year?: number
}

/** The search of the address; a value that is none of the known ones is left out. */
export function methodsSearch(search: Record<string, unknown>): MethodsSearch {
  const year = yearOf(search['year'])
  return { ...(year !== undefined && { year }), ...estimateSearch(search) }
}
