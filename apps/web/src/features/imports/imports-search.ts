import { onlyKnown } from '../../client/search.ts'

/** Search parameters of the import history. */
export interface ImportsSearch {
  page?: number
  /** After an upload that was the first import (R2.167). */
  first_import?: 'success'
}

/** Search parameters of an error log: the import and the page. */
export interface ErrorLogSearch {
  id?: string
  page?: number
}

const MOST_PAGES = 1_000_000

const pageOf = ({ page: told }: Record<string, unknown>): { page?: number } => {
  const page = typeof told === 'string' || typeof told === 'number' ? Number(told) : 1
  return Number.isInteger(page) && page > 1 && page <= MOST_PAGES ? { page } : {}
}

export const importsSearch = onlyKnown((search: Record<string, unknown>): ImportsSearch => ({
  ...pageOf(search),
  ...(search['first_import'] === 'success' ? { first_import: 'success' as const } : {}),
}))

export const errorLogSearch = onlyKnown((search: Record<string, unknown>): ErrorLogSearch => ({
  ...(typeof search['id'] === 'string' && search['id'] !== '' ? { id: search['id'] } : {}),
  ...pageOf(search),
}))
