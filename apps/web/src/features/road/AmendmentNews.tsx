import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Amendment } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { toastDone } from '../../ui/toast-store.ts'
import { amendmentPath, amendmentWords, SEE_AMENDMENT } from './amendment-words.ts'

/** How often work is asked about while messages may not arrive. */
const POLL_MS = 2_000

/**
 * After any change of the history has the filed years held against it, and tells what that changes in them: whatever changed it, an
 * edit, an answer, an import or a setting.
 */
export function AmendmentNews() {
  const client = useQueryClient()
  const { data } = useQuery({
    ...api.taxYears.amendments.queryOptions(),
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => one.state === 'working') === true ? POLL_MS : false,
  })
  const isOutOfDate = data?.data.some(({ state }) => state === 'out_of_date') === true
  useEffect(() => {
    if (!isOutOfDate) return
    // Who may only look at the books is refused; the screens then say that nothing is known yet.
    calls.taxYears
      .workOutAmendments()
      .then(() => client.invalidateQueries({ queryKey: api.taxYears.amendments.key() }))
      .catch(() => {})
  }, [client, isOutOfDate])

  const told = useRef<readonly Amendment[]>(undefined)
  useEffect(() => {
    if (data === undefined) return
    const before = told.current
    if (before === undefined) told.current = data.data
    else if (data.data.every(({ state }) => state === 'current')) {
      told.current = data.data
      for (const one of data.data) tellChange(before, one, data.currency)
    }
  }, [data])
  return null
}

function tellChange(before: readonly Amendment[], now: Amendment, currency: string): void {
  const last = before.find(({ year }) => year === now.year)
  if (last === undefined || figuresOf(last) === figuresOf(now)) return
  if (now.is_due)
    toastDone(amendmentWords(now, currency), { to: amendmentPath(now.year), label: SEE_AMENDMENT })
  else toastDone(`${now.year.toString()} stands as it was filed again.`)
}

const figuresOf = ({ is_due, gain, short, income, deduction }: Amendment) =>
  [is_due, gain, short, income, deduction].join(' ')
