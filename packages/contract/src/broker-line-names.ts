/** The one thing that becomes of a line of a Form 1099-DA, or of a sale that no form has. */
export const BROKER_LINE_OUTCOMES = [
  'agrees',
  'proceeds_differ',
  'basis_differs',
  'basis_missing',
  'term_differs',
  'transferred_in',
  'aggregate',
  'only_on_form',
  'only_with_us',
  'replaced',
] as const
export type BrokerLineOutcome = (typeof BROKER_LINE_OUTCOMES)[number]

export const BROKER_LINE_STATUSES = ['original', 'corrected', 'void'] as const
export const BROKER_LINE_RECIPIENTS = ['taxpayer', 'spouse'] as const
export const BROKER_LINE_TERMS = ['short', 'long', 'ordinary'] as const
export const BROKER_LINE_TOTALS = ['stablecoins', 'nfts'] as const

/** Path of the template of lines of Forms 1099-DA, under the API host. */
export const BROKER_LINE_TEMPLATE_PATH = '/broker_forms/form-1099-da.csv'
