import { type JsonObject, textIn } from '../json-answer.ts'

const HOUR_MS = 3_600_000
/** Words of the list of dividends for what Simple Earn and the products before it gave. */
const OF_EARN = /flexible|locked|simple earn|savings|staking/i

/**
 * Rewards of Simple Earn in the list of dividends that its own list tells as well: as much of the same coin within the hour, one for one.
 */
export function toldByEarn(entries: readonly JsonObject[]): ReadonlySet<JsonObject> {
  const keyOf = (entry: JsonObject) => `${textIn(entry, 'currency')} ${bare(textIn(entry, 'amount'))}`
  const earned = Map.groupBy(
    entries.filter((entry) => textIn(entry, 'list') !== ''),
    keyOf,
  )
  const told = new Set<JsonObject>()
  for (const entry of entries) {
    if (textIn(entry, 'list') !== '' || !OF_EARN.test(textIn(entry, 'word'))) continue
    const alike = earned.get(keyOf(entry)) ?? []
    const at = alike.findIndex(
      (one) => Math.abs(Number(one['timestamp']) - Number(entry['timestamp'])) <= HOUR_MS,
    )
    if (at === -1) continue
    alike.splice(at, 1)
    told.add(entry)
  }
  return told
}

/** An amount without zeros that say nothing. */
const bare = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)
