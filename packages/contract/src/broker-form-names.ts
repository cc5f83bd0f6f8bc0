/**
 * The part of an account's sales that a broker reported for a year: the boxes G and J are of sales with their basis, H and K of
 * those without, I and L of sales on no form.
 */
export const BROKER_REPORTED = ['proceeds', 'basis', 'none'] as const
export type BrokerReported = (typeof BROKER_REPORTED)[number]

/** The first year whose sales are reported on Form 1099-DA. */
export const BROKER_FORMS_FROM = 2025
