import { type OneYear, paths } from '@lotbook/contract'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { useTaxCalculation } from '../../client/use-tax-calculation.ts'
import { useTaxDetails } from '../../client/use-tax-details.ts'

/** Says that the results are older than the data, and makes them anew. */
export function StaleStrip({ year }: { year: OneYear }) {
  const { data: status } = useTaxDetails()
  const { start, isStarting } = useTaxCalculation()
  const changes = year.changes_since

  if (status?.tax_calculated === false && status.trace_id !== null) {
    return (
      <Banner action={<TextLink to={paths.taxCalculation(status.trace_id)}>View progress</TextLink>}>
        A newer calculation is running, {status.percent ?? 0}%. What you see here is the one before.
      </Banner>
    )
  }
  if (changes === 0) return null
  return (
    <Banner
      tone="warn"
      action={
        <Button
          size="small"
          busy={isStarting}
          disabledReason={
            status?.taxable_or_incoming === 0 ? 'Nothing taxable is left to calculate.' : undefined
          }
          onClick={() => start({ recalculate: false, tax_year: year.year })}
        >
          Recalculate
        </Button>
      }
    >
      {changes.toLocaleString()} {changes === 1 ? 'change' : 'changes'} since this calculation.
    </Banner>
  )
}
