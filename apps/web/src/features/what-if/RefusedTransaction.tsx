import { paths, type CalculationState } from '@lotbook/contract'
import { TextLink } from '../../ui/Link.tsx'

/** A link to the transaction that a calculation or a what-if failed on; empty where it failed on none, or that one is gone. */
export function RefusedTransaction({ of }: { of: Pick<CalculationState, 'reason_transaction_id'> }) {
  if (of.reason_transaction_id === null) return null
  return (
    <p className="text-table">
      <TextLink to={`${paths.transactions}?id=${of.reason_transaction_id}`}>Open the transaction</TextLink>
    </p>
  )
}

/** The reason of a failure, in a sentence, with the link to its transaction. */
export function WhyFailed({ of }: { of: Pick<CalculationState, 'reason' | 'reason_transaction_id'> }) {
  return (
    <>
      {of.reason !== null && <p>{of.reason}</p>}
      <RefusedTransaction of={of} />
    </>
  )
}
