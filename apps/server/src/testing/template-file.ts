const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'

/** A file in the layout of the template, of these rows. */
export function templateFile(...rows: readonly string[]): string {
  return `${[HEADER, ...rows].join('\n')}\n`
}
