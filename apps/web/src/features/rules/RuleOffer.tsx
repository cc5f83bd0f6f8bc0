import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { formatCount } from '../../ui/format/shorten.ts'

/**
 * Offers a rule for what was done by hand more than once (E11).
 *
 * @param edits - how many edits of types were made on this screen; each asks anew.
 */
export function RuleOffer({ edits }: { readonly edits: number }) {
  const { data } = useQuery({
    ...laterApi.rules.offer.queryOptions(),
    queryKey: [...laterApi.rules.offer.key(), edits],
  })
  const [refused, setRefused] = useState<readonly string[]>([])
  const offer = data?.data
  if (!offer || refused.includes(offer.sentence)) return null
  return (
    <div
      role="region"
      aria-label="Make a rule"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-info-soft px-4 py-2"
    >
      <p aria-live="polite">
        You changed {formatCount(offer.edited)} rows from {offer.before} to {offer.after}. Make a rule?
      </p>
      <div className="flex gap-2">
        <ButtonLink size="small" to={`${paths.settingsRules}?offer=true`}>
          Make a rule
        </ButtonLink>
        <Button size="small" look="quiet" onClick={() => setRefused([...refused, offer.sentence])}>
          Not now
        </Button>
      </div>
    </div>
  )
}
