import { formatCount } from '../../ui/format/shorten.ts'

/**
 * Why a list of transactions has fewer rows than transactions came in; undefined where it has not.
 *
 * @param joined - arrivals of transfers, which stand on the row of what left.
 * @param ofAccount - only one account is looked at, so that what left may stand with another.
 */
export function joinedText(joined: number | null, ofAccount = false): string | undefined {
  if (joined === null || joined === 0) return undefined
  const count = formatCount(joined)
  if (ofAccount)
    return joined === 1
      ? '1 more arrived here from another account of yours; it is shown on the row it was sent from.'
      : `${count} more arrived here from other accounts of yours; each is shown on the row it was sent from.`
  return joined === 1
    ? '1 more arrived in a transfer between your accounts; it is shown on the row it was sent from.'
    : `${count} more arrived in transfers between your accounts; each is shown on the row it was sent from.`
}
