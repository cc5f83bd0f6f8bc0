/** Values of the address of the plans: where one came from, and the year that a plan is for (R2.42, R2.64). */
export interface PlansSearch {
  callUrl?: string
  taxYear?: string
}
