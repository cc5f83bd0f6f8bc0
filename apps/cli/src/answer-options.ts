import { isTimeZone } from '@lotbook/journal'
import { EXPLORER_CHAINS, type FileQuestion, formats, type ReadOptions } from '@lotbook/sources'

/** The option that answers each question of a file. */
export const OPTIONS: Readonly<Record<FileQuestion, string>> = {
  own_address: '--address ADDRESS',
  chain: '--chain SLUG',
  time_zone: '--time-zone ZONE',
  date_order: '--date-order day-first|month-first',
  format: '--format ID',
}

/** The same as the parser of arguments takes them. */
export const ANSWER_OPTIONS = {
  address: { type: 'string' },
  // The same by the name that the question has.
  'own-address': { type: 'string' },
  chain: { type: 'string' },
  'time-zone': { type: 'string' },
  'date-order': { type: 'string' },
  format: { type: 'string' },
} as const

type Values = Readonly<Partial<Record<keyof typeof ANSWER_OPTIONS | 'source', string | boolean | undefined>>>

/** Arguments as the reader takes them; undefined where one is no answer to its question. */
export function readOptionsOf(values: Values): ReadOptions | undefined {
  const text = (name: keyof Values) => (typeof values[name] === 'string' ? values[name] : undefined)
  const [source, chain, zone] = [text('source'), text('chain'), text('time-zone')]
  const address = text('address') ?? text('own-address')
  const [order, format] = [text('date-order'), text('format')]
  if (chain !== undefined && !EXPLORER_CHAINS.includes(chain)) return undefined
  if (zone !== undefined && !isTimeZone(zone)) return undefined
  if (order !== undefined && order !== 'day-first' && order !== 'month-first') return undefined
  if (format !== undefined && !formats.some(({ id }) => id === format)) return undefined
  return {
    ...(source === undefined ? {} : { sourceSlug: source }),
    ...(address === undefined ? {} : { ownAddress: address }),
    ...(chain === undefined ? {} : { chain }),
    ...(zone === undefined ? {} : { timeZone: zone }),
    ...(order === undefined ? {} : { dateOrder: order }),
    ...(format === undefined ? {} : { formatId: format }),
  }
}
