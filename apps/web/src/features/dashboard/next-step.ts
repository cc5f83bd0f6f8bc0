import type { TaxDetails } from '@lotbook/contract'

/** The one thing to do next for a tax year. */
export type NextStep =
  | { readonly kind: 'import' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'calculate'; readonly isFirst: boolean }
  | { readonly kind: 'review'; readonly items: number }
  | { readonly kind: 'file' }
  | { readonly kind: 'filed' }

export const STAGES = ['Import', 'Calculate', 'Review', 'File'] as const

/**
 * The next step of a year, in the order of the work: import, calculate, review, file. A first calculation comes before the review,
 * since only it tells what each open item could change.
 */
export function nextStep(
  details: Pick<
    TaxDetails,
    | 'total_transactions'
    | 'imports_in_progress'
    | 'tax_calculation_id'
    | 'need_tax_calculation'
    | 'review'
    | 'taxable_or_incoming'
  >,
  isFiled: boolean,
): NextStep {
  if (details.total_transactions === 0)
    return details.imports_in_progress > 0 ? { kind: 'wait' } : { kind: 'import' }
  if (details.imports_in_progress > 0) return { kind: 'wait' }
  if (details.tax_calculation_id === null)
    return details.taxable_or_incoming === 0 ? { kind: 'import' } : { kind: 'calculate', isFirst: true }
  if (isFiled) return { kind: 'filed' }
  if (details.review > 0) return { kind: 'review', items: details.review }
  if (details.need_tax_calculation) return { kind: 'calculate', isFirst: false }
  return { kind: 'file' }
}

/** How many stages of the work are done. */
export function stagesDone(step: NextStep): number {
  switch (step.kind) {
    case 'import':
    case 'wait':
      return 0
    case 'calculate':
      return 1
    case 'review':
      return 2
    case 'file':
      return 3
    case 'filed':
      return 4
  }
}
