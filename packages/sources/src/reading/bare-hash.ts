/**
 * The hash of a transaction of a chain, without what sources write behind it: the output (`aa01:0`), the ordinal (`aa01/3`) or the network
 * (`aa01@tron`). Two sources then name one transaction alike. Words such as "Off-chain transfer" are no hash.
 */
export function bareHash(text: string): string {
  return /\s/.test(text) ? '' : text.replace(/@.*$|[:/]\d+$/, '')
}
