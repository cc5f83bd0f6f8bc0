import { onlyKnown } from '../../client/search.ts'

/** Search parameters of the wallets. */
export interface WalletsSearch {
  page?: number
  /** The account that the page is narrowed to. */
  account?: string
  /** After an upload that was the first import (R2.167). */
  first_import?: 'success'
}

export const walletsSearch = onlyKnown((search: Record<string, unknown>): WalletsSearch => {
  const page = Number(search['page'] ?? 1)
  const { account } = search
  return {
    ...(Number.isInteger(page) && page > 1 && page <= 100_000 ? { page } : {}),
    ...(typeof account === 'string' && account !== '' ? { account } : {}),
    ...(search['first_import'] === 'success' ? { first_import: 'success' as const } : {}),
  }
})
