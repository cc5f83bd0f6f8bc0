import { useQuery } from '@tanstack/react-query'
import { api } from '../../client/api.ts'
import { shortAddress } from '../../ui/format/shorten.ts'

/** The ticker of an asset that the calculation names by its id; the id, shortened, where none is known. */
export function useAssetNames(): (asset: string) => string {
  const { data } = useQuery(api.transactions.facets.queryOptions())
  const symbols = new Map(data?.assets.map(({ asset, symbol }) => [asset, symbol]))
  return (asset) => symbols.get(asset) ?? shortAddress(asset)
}
