/** Steps of a client's year that a professional signs off, in the order in which the work goes. */
export const WORKPAPER_STEPS = [
  'imports',
  'balances',
  'transfers',
  'review',
  'prices',
  'calculation',
  'forms',
] as const
export type WorkpaperStep = (typeof WORKPAPER_STEPS)[number]

/** Longest text of a question, an answer, a note or an open point. */
export const LONGEST_WORKPAPER_TEXT = 4000

/** Names of the steps, on the screen and on paper. */
export const STEP_NAMES: Readonly<Record<WorkpaperStep, string>> = {
  imports: 'Imports complete',
  balances: 'Balances agree',
  transfers: 'Transfers matched',
  review: 'Review items settled',
  prices: 'Prices known',
  calculation: 'Calculation done',
  forms: 'Forms checked',
}
