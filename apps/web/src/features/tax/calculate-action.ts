import type { TaxDetails } from '@lotbook/contract'

/** The facts that decide the tax button. */
export type TaxStatus = Pick<
  TaxDetails,
  'tax_calculated' | 'need_tax_calculation' | 'taxable_or_incoming' | 'imports_in_progress'
>

export type CalculateAction = 'unavailable' | 'imports-running' | 'confirm-restart' | 'view' | 'calculate'

/**
 * The next action of the tax button. `tax_calculated` is null before the first run, false during one. On mobile it also
 * waits for the imports.
 */
export function calculateAction(
  status: TaxStatus,
  { isMobile }: { readonly isMobile: boolean },
): CalculateAction {
  if (status.taxable_or_incoming === 0) return 'unavailable'
  if (isMobile && status.imports_in_progress > 0) return 'imports-running'
  if (status.tax_calculated === false) return 'confirm-restart'
  if (status.tax_calculated === true && !status.need_tax_calculation) return 'view'
  return 'calculate'
}
