import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type EstimatedTax, type OneYear, paths } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { useDraft } from '../../client/use-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Stat } from '../../ui/Figure.tsx'
import { LoneLink } from '../../ui/Link.tsx'
import { Money } from '../../ui/Values.tsx'
import { EstimateFields, filingWords } from '../what-if/EstimateFields.tsx'
import { EstimateLines } from '../what-if/EstimateLines.tsx'
import { type EstimateSearch, estimateSearch } from '../what-if/estimate-search.ts'

/**
 * The federal tax that the year adds, once its person has said how they file and what else they earn; these stay in this
 * window. Nothing where there is no tax table for the year.
 */
export function FederalTax({ year }: { readonly year: OneYear }) {
  const [draft, keep] = useDraft('federal tax', { status: '', income: '' })
  const [isOpen, setOpen] = useState(false)
  const said = estimateSearch(draft)
  const { status = 'single', income = '0' } = said
  const { data } = useQuery({
    ...laterApi.estimates.federalTax.queryOptions({
      input: { year: year.year, filing_status: status, other_income: income },
      select: (answer) => answer.data,
    }),
    // A number that is typed on keeps the last answer in sight.
    placeholderData: (before) => before,
  })
  if (data === undefined || data === null) return null
  const isSaid = said.status !== undefined || said.income !== undefined
  const open = () => setOpen(true)
  return (
    <>
      <Stat
        label="Federal tax"
        tag="Estimate"
        onOpen={isSaid ? open : undefined}
        detail={
          isSaid && (
            <>
              {ratesOf(data)}
              {filingWords[status]}
              <span className="block">
                <Money amount={income} currency={year.currency} /> other income
              </span>
            </>
          )
        }
      >
        {isSaid ? (
          <Money amount={data.added} currency={year.currency} large />
        ) : (
          <Button size="small" onClick={open}>
            Estimate it
          </Button>
        )}
      </Stat>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Estimated federal tax ${year.year.toString()}`}
        form="sheet"
      >
        <div className="grid gap-5">
          <EstimateFields
            search={said}
            onChange={(changed: EstimateSearch) => keep({ status, income, ...changed })}
          />
          <EstimateLines
            year={year.year}
            currency={year.currency}
            counts={year.counts}
            found={data}
            income={income}
          />
          <LoneLink to={paths.plan}>Plan payments and losses</LoneLink>
        </div>
      </Dialog>
    </>
  )
}

/** "22% and 15% · ", the rates on the last dollar of each kind of income; nothing where there is no income. */
function ratesOf({ ordinary_rate, preferential_rate }: EstimatedTax): string {
  const rates = [ordinary_rate, preferential_rate].filter((rate) => rate !== null)
  return rates.length === 0 ? '' : `${rates.map((rate) => `${rate.toString()}%`).join(' and ')} · `
}
