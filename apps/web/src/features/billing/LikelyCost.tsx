import { useQuery } from '@tanstack/react-query'
import { laterApi } from '../../client/later-api.ts'
import { LoneLink } from '../../ui/Link.tsx'
import { likelyWords } from './plan-words.ts'

/** Milliseconds between two looks while an import runs. */
const LOOK_AGAIN = 5000

/**
 * Shows what each year will cost by the transactions imported so far, while an import still runs and after it; nothing where payments
 * are not set up. Make it anew, by its `key`, when the import ends.
 */
export function LikelyCost({ isRunning }: { readonly isRunning: boolean }) {
  const { data } = useQuery(
    laterApi.billing.plans.queryOptions({
      input: { likely: 'true' },
      select: (answer) => answer.data,
      refetchOnMount: 'always',
      refetchInterval: isRunning && LOOK_AGAIN,
    }),
  )
  if (data === undefined || data.payments === 'none' || data.likely.length === 0) return null
  const { text, costliest } = likelyWords(data)
  return (
    <p aria-label="What it will cost" role="note" className="max-w-[68ch] text-ink-2">
      {isRunning ? 'So far: ' : ''}
      {text}{' '}
      {costliest !== undefined && <LoneLink to={`/pricing?taxYear=${costliest}`}>See the plans</LoneLink>}
    </p>
  )
}
