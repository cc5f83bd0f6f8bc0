/** The part of a disposal that a broker reported. */
export const REPORTED = ['none', 'proceeds', 'basis'] as const
export type Reported = (typeof REPORTED)[number]
