/** R9.19: how many assets may be tracked. */
export const LABS_MAX_ITEMS = 6
/** How many assets a research portfolio may have; of portfolios there may be as many as tracked assets. */
export const LABS_MAX_ASSETS = 25

/** R9.20: the periods a change is told over; the first is the one that Labs begins with. */
export const LABS_PERIODS = [
  { value: 'percentage_change_1_day', name: '24 Hours', short: '24H', hours: 24 },
  { value: 'percentage_change_7_days', name: '7 Days', short: '7D', hours: 168 },
  { value: 'percentage_change_30_days', name: '30 Days', short: '30D', hours: 720 },
  { value: 'percentage_change_1_year', name: '1 Year', short: '1Y', hours: 8760 },
] as const
export type LabsPeriod = (typeof LABS_PERIODS)[number]['value']

/** R3.63, R9.24: the orders of a list of assets. */
export const LABS_ORDERS = [
  { value: 'rank', name: 'Most Popular' },
  { value: 'name', name: 'Alphabetical' },
] as const
