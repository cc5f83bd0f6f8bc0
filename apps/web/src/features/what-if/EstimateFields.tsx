import { useState } from 'react'
import { FILING_STATUSES } from '@lotbook/contract'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { type EstimateSearch, plainIncome } from './estimate-search.ts'

/** The inputs of an estimate of the tax; the server stores none of them. */
export function EstimateFields({
  search: { status = 'single', income = '0' },
  onChange,
}: {
  readonly search: EstimateSearch
  readonly onChange: (changed: EstimateSearch) => void
}) {
  const [typed, setTyped] = useState(income)
  return (
    <>
      <Field label="Filing status">
        <Select
          value={status}
          onChange={(event) => {
            const chosen = FILING_STATUSES.find((one) => one === event.target.value)
            if (chosen !== undefined) onChange({ status: chosen })
          }}
        >
          {FILING_STATUSES.map((one) => (
            <option key={one} value={one}>
              {filingWords[one]}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Other taxable income"
        hint="After deductions, without the crypto figures worked out here. Used only for the estimate; it is not saved to your account."
        error={plainIncome(typed) === undefined ? 'An amount in dollars, like 85,000.' : undefined}
      >
        <TextInput
          inputMode="decimal"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            const next = plainIncome(event.target.value)
            if (next !== undefined) onChange({ income: next })
          }}
        />
      </Field>
    </>
  )
}

export const filingWords: Readonly<Record<(typeof FILING_STATUSES)[number], string>> = {
  single: 'Single',
  mfj: 'Married filing jointly',
  mfs: 'Married filing separately',
  hoh: 'Head of household',
  qss: 'Qualifying surviving spouse',
}
