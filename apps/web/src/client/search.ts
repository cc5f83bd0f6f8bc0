/**
 * The search part of a URL as plain text values, the way the specification's links are written:
 * `?slug=kraken&action=fix`. Routes turn text into what they need in `validateSearch`.
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** The opposite; values that are undefined, null or empty are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean') {
      params.set(key, String(value))
    }
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** Names that the frame around every screen reads from the address; the root route checks them. */
const OF_THE_FRAME = ['explain']

/**
 * A `validateSearch` that gives a screen what `parse` makes of the address and nothing else. The router lays what is returned over
 * the raw text, so a value that `parse` leaves out would come back as it was typed; here it is named, as undefined.
 */
export function onlyKnown<Search extends object>(
  parse: (search: Record<string, unknown>) => Search,
): (search: Record<string, unknown>) => Search {
  return (search) => ({
    ...Object.fromEntries(
      Object.keys(search)
        .filter((name) => !OF_THE_FRAME.includes(name))
        .map((name) => [name, undefined]),
    ),
    ...parse(search),
  })
}

/** The values of an address that are text, by their names. */
export function textsOf<const Name extends string>(
  search: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const given = names.filter((name) => typeof search[name] === 'string' && search[name] !== '')
  return Object.fromEntries(given.map((name) => [name, search[name]])) as Partial<Record<Name, string>>
}
