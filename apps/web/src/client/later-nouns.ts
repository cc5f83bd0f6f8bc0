/** Nouns of the contract that no first screen calls: their calls are loaded with the screens that make them. */
export const LATER_NOUNS = [
  'admin',
  'estimates',
  'filing',
  'labs',
  'mailedCodes',
  'manifests',
  'methods',
  'ownFormats',
  'roads',
  'workpapers',
] as const
export type LaterNoun = (typeof LATER_NOUNS)[number]
