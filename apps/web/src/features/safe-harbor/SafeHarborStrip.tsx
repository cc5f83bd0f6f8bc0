import { useQuery } from '@tanstack/react-query'
import { paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { LoneLink } from '../../ui/Link.tsx'

/** For who held coins in several accounts at the end of 2024 under one pool, and has no allocation on record. */
export function SafeHarborStrip() {
  const { data: settings } = useQuery(api.settings.taxSettings.queryOptions())
  const { data: preflight } = useQuery(api.tax.preflight.queryOptions())
  const isMissing = preflight?.data.findings.some(({ code }) => code === 'safe_harbor_missing') ?? false
  if (!isMissing || settings?.pool_before_2025 !== 'universal' || settings.safe_harbor !== null) return null
  return (
    <Banner tone="warn" action={<LoneLink to={paths.safeHarbor}>Compare allocations</LoneLink>}>
      You held coins in more than one account on December 31, 2024, under one universal pool, and no
      allocation is on record. Which lots go to which account changes your gains since 2025.
    </Banner>
  )
}
