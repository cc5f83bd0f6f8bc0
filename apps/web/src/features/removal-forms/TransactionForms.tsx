import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { laterApi } from '../../client/later-api.ts'
import { Button } from '../../ui/Button.tsx'
import { entersWords } from './field-words.ts'
import { RemovalFactsDialog } from './RemovalFactsDialog.tsx'

/** The form of a gift, a donation or a loss in the details of its transaction. Nothing before its year is calculated. */
export function TransactionForms({ id, year }: { readonly id: string; readonly year: number }) {
  const { data } = useQuery({
    ...laterApi.removalForms.list.queryOptions({ input: { year, transaction_id: id } }),
    retry: false,
  })
  const [isOpen, setOpen] = useState(false)
  const [removal] = data?.data.removals ?? []
  if (data === undefined || removal === undefined) return null
  return (
    <section>
      <h3 className="mb-2 text-body">Tax form</h3>
      <p className="text-table text-ink-2">
        {removal.form === '' ? 'No form needed for this alone' : removal.form}
        {removal.facts.donee !== null && ` · ${removal.facts.donee}`}
      </p>
      {removal.missing.length > 0 && (
        <p className="text-table text-warn">Missing: {removal.missing.join(', ')}</p>
      )}
      {!data.data.is_filed && (
        <div className="mt-2">
          <Button size="small" onClick={() => setOpen(true)}>
            {entersWords(removal)}
          </Button>
        </div>
      )}
      {isOpen && <RemovalFactsDialog removal={removal} onClose={() => setOpen(false)} />}
    </section>
  )
}
