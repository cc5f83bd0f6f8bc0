import { paths, type CalculationState } from '@lotbook/contract'
import { TextLink } from '../../ui/Link.tsx'

/** The way to the transaction that kept a calculation, or what is worked out beside one, from being made, where it is one and still there. */
export function RefusedTransaction({ of }: { of: Pick<CalculationState, 'reason_transaction_id'> }) {
  if (of.reason_transaction_id === null) return null
  return (
    <p className="text-table">
      <TextLink to={`${paths.transactions}?id=${of.reason_transaction_id}`}>Open the transaction</TextLink>
    </p>
  )
}

/** Why something failed, in a sentence, and the way to what it is about. */
export function WhyFailed({ of }: { of: Pick<CalculationState, 'reason' | 'reason_transaction_id'> }) {
  return (
    <>
      {of.reason !== null && <p>{of.reason}</p>}
      <RefusedTransaction of={of} />
    </>
  )
}
