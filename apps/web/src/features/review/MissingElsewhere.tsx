import { shortAccount } from '@lotbook/journal'
import { useQuery } from '@tanstack/react-query'
import { paths, type ReviewItem } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { headline } from '../transactions/headline.ts'
import { TextLink } from '../../ui/Link.tsx'
import { DateTime } from '../../ui/Values.tsx'

/** As many as anybody compares. */
const MOST = 20

/**
 * Points to a possible destination of a withdrawal: another account disposed of the same asset later, and the origin
 * of that is unknown. As a gift the withdrawal would be counted wrong twice.
 */
export function MissingElsewhere({ sent }: { sent: NonNullable<ReviewItem['transaction']> }) {
  const { data } = useQuery(
    laterApi.review.list.queryOptions({
      input: { kind: 'missing_basis', asset: sent.from?.asset ?? '', limit: MOST },
      enabled: sent.from !== null,
    }),
  )
  const [nearest] = (data?.rows ?? [])
    .filter(({ transaction }) => transaction !== null)
    .filter(
      ({ transaction }) => transaction?.account_id !== sent.account_id && (transaction?.at ?? '') > sent.at,
    )
    .toSorted((a, b) => ((a.transaction?.at ?? '') < (b.transaction?.at ?? '') ? -1 : 1))
  if (nearest === undefined || nearest.transaction === null) return null
  const { transaction, detail, id } = nearest
  return (
    <p className="wrap-anywhere">
      Did it go to {shortAccount(transaction.account_name)}? The origin of {detail ?? 'some of it'} there is
      unknown: {headline(transaction)}, <DateTime instant={transaction.at} zone />.{' '}
      <TextLink to={`${paths.transactions}?review=true&item=${id}`}>Settle that instead</TextLink>
    </p>
  )
}
