// Apart from the calls, so that a screen that names them does not bring the validator along.

/** The methods that a year is compared under, beside what the records say (N13), and that an order may name. */
export const COMPARED_METHODS = ['fifo', 'lifo', 'hifo', 'lofo'] as const

/** Whose tables an estimate goes by. */
export const FILING_STATUSES = ['single', 'mfj', 'mfs', 'hoh', 'qss'] as const
