import { Banner } from '../../ui/Banner.tsx'
import { LoneLink } from '../../ui/Link.tsx'
import { amendmentPath, amendmentWords, SEE_AMENDMENT } from './amendment-words.ts'
import { useAmendment } from './use-amendment.ts'

/** Says on every screen of a filed year what changed it, in money, and leads to the amendment. */
export function AmendmentStrip({ year }: { readonly year: number }) {
  const known = useAmendment(year)
  if (known === undefined) return null
  const { amendment, currency } = known
  if (amendment.is_due)
    return (
      <Banner tone="warn" action={<LoneLink to={amendmentPath(year)}>{SEE_AMENDMENT}</LoneLink>}>
        {amendmentWords(amendment, currency)}
        {amendment.state === 'working' && ' It is being worked out again.'}
      </Banner>
    )
  if (amendment.state === 'current') return null
  return (
    <Banner>
      {amendment.state === 'failed'
        ? `Your history changed since ${year.toString()} was filed. Calculate again to see whether that changes ${year.toString()}.`
        : `Your history changed since ${year.toString()} was filed. Lotbook is working out whether that changes ${year.toString()}.`}
    </Banner>
  )
}
