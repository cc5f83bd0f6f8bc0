/** Nouns of the contract that no first screen calls: their calls are loaded with the screens that make them. */
export const LATER_NOUNS = [
  'admin',
  'billing',
  'brokerForms',
  'comparisons',
  'estimates',
  'explain',
  'filing',
  'journalRuns',
  'labs',
  'mailedCodes',
  'manifests',
  'methods',
  'ownFormats',
  'roads',
  'safeHarbor',
  'treatments',
  'workpapers',
] as const
export type LaterNoun = (typeof LATER_NOUNS)[number]
