/** Columns that end both reports. */
export const places = [
  'initiated time',
  'last updated time',
  'activity level',
  'portfolio name',
  'portfolio id',
  'entity name',
  'entity id',
]
