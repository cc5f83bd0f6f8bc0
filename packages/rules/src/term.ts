/** Whether a gain is short-term or long-term. */
export type Term = 'short' | 'long'
