/**
 * Why a schema refuses what it was given, as zod tells it: what its map of errors is handed (`z.config`). It is written down here, for a
 * screen knows no zod.
 */
interface RefusedInput {
  readonly code?: string | undefined
  /** Steps from the input to the field; whole numbers are places in a list. */
  readonly path?: readonly unknown[] | undefined
  readonly input?: unknown
  /** What kind of value is expected, and of which kind it is that is too small or too big. */
  readonly expected?: string | undefined
  readonly origin?: string | undefined
  readonly minimum?: unknown
  readonly maximum?: unknown
  /** Whether the limit itself is within it. */
  readonly inclusive?: boolean | undefined
  readonly exact?: boolean | undefined
  readonly format?: string | undefined
  readonly prefix?: string | undefined
  readonly divisor?: unknown
  /** Fields that there are not. */
  readonly keys?: readonly string[] | undefined
  /** What a choice may be; under `options` where the field decides which others there are. */
  readonly values?: readonly unknown[] | undefined
  readonly options?: readonly unknown[] | undefined
  /** Of several forms that it may have, why each refuses it. */
  readonly errors?: readonly (readonly RefusedInput[])[] | undefined
}

/** `from_amount`, or an item of it, as `From amount`. */
export function fieldName(path: readonly unknown[], unnamed: string): string {
  const field = path.findLast((step) => typeof step === 'string') ?? unnamed
  const words = field
    .slice(1)
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`)
  return `${field.charAt(0).toUpperCase()}${words}`
}

/** What is told of an amount that is one, and yet cannot be taken, by the name of its field. */
export const amountWords = {
  none: (field: string) => `${fieldName([field], field)}: ${A_NUMBER} is expected.`,
  negative: (field: string, amount: string) => wrongValue(field, `${amount} is negative`, A_NUMBER),
  tooLong: (field: string) => wrongValue(field, 'it has too many digits', A_NUMBER),
  nothing: (field: string) => wrongValue(field, 'it is zero', 'a number above zero'),
}

/** The same of text that names no asset. */
export const assetWords = {
  none: (field: string, text: string) =>
    wrongValue(
      field,
      `“${text.length > 60 ? `${text.slice(0, 57)}...` : text}” names no asset`,
      'a ticker such as BTC, or a token as ethereum: and its contract,',
    ),
}

/** The same of a day. */
export const dayWords = {
  none: (field: string) => wrongValue(field, 'there is no such date', 'a day such as 2025-01-31'),
  inFuture: (field: string) => wrongValue(field, 'the date is in the future', 'a day up to today'),
  tooEarly: (field: string) =>
    wrongValue(field, 'the date is before 2009, when there was no crypto yet', 'a later day'),
  before: (field: string, wrong: string) => wrongValue(field, wrong, 'a later day'),
  after: (field: string, wrong: string) => wrongValue(field, wrong, 'an earlier day'),
}

const A_NUMBER = 'a number such as 12.5'

function wrongValue(field: string, wrong: string, wanted: string): string {
  return `${fieldName([field], field)}: ${wrong}; ${wanted} is expected.`
}

/** What is told of a refused field, where its schema has no words of its own: a sentence of its name and what is expected. */
export function refusedFieldWords(refused: RefusedInput): string {
  const { code, path = [], keys = [] } = refused
  if (code === 'unrecognized_keys')
    return `${fieldName([listed(keys, 'and')], 'field')}: ${keys.length > 1 ? 'such fields are' : 'such a field is'} not expected.`
  const missing = refused.input === undefined && code === 'invalid_type' ? ', and missing' : ''
  return `${fieldName(path, isChoice(refused) ? 'choice' : 'input')}: ${expectedWords(refused)}${missing}.`
}

/** What is expected of a field, without its name: `a whole number is expected`. */
export function expectedWords(refused: RefusedInput): string {
  switch (refused.code) {
    case 'invalid_type':
      return `${KINDS[refused.expected ?? ''] ?? 'something else'} is expected`
    case 'too_small':
      return limitWords(refused, refused.minimum, refused.exact === true ? 'exactly' : 'at least')
    case 'too_big':
      return limitWords(refused, refused.maximum, refused.exact === true ? 'exactly' : 'at most')
    case 'invalid_format':
      return `${formWords(refused)} is expected`
    case 'not_multiple_of':
      return `a multiple of ${String(refused.divisor)} is expected`
    case 'invalid_union':
      if (!isChoice(refused)) return `${formsWords(refused.errors ?? [])} is expected`
  }
  return `${isChoice(refused) ? listed(choicesOf(refused), 'or') : 'something else'} is expected`
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  nan: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  file: 'a file',
  date: 'a date',
  null: 'null',
  undefined: 'nothing',
  never: 'nothing',
}

const FORMS: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a web address',
  uuid: 'an id',
  guid: 'an id',
  date: 'a day such as 2025-01-31',
  datetime: 'an instant such as 2025-01-31T12:00:00Z',
}

function formWords({ format, prefix }: RefusedInput): string {
  return format === 'starts_with'
    ? `text that begins with ${prefix ?? ''}`
    : (FORMS[format ?? ''] ?? 'text of another form')
}

/** What counts the size of something; a number is its own size. */
const UNITS: Readonly<Record<string, readonly [one: string, more: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  map: ['entry', 'entries'],
  file: ['byte', 'bytes'],
}

function limitWords({ origin, inclusive }: RefusedInput, limit: unknown, word: string): string {
  const [one, more] = UNITS[origin ?? ''] ?? []
  const size = String(limit)
  if (one === undefined || more === undefined) {
    if (word === 'exactly') return `${size} is expected`
    if (inclusive === false) return `${word === 'at least' ? 'more' : 'less'} than ${size} is expected`
    return `${size} or ${word === 'at least' ? 'more' : 'less'} is expected`
  }
  return size === '1' ? `${word} one ${one} is expected` : `${word} ${size} ${more} are expected`
}

/** Of something that may have several forms: the fields that tell them apart, or else their kinds. */
function formsWords(errors: readonly (readonly RefusedInput[])[]): string {
  const first = errors.flatMap((issues) => issues.slice(0, 1))
  const fields = first.flatMap(({ path = [] }) =>
    path.length === 0 ? [] : [fieldName(path.slice(0, 1), '')],
  )
  if (fields.length > 0) return listed([...new Set(fields.map((field) => field.toLowerCase()))], 'or')
  const kinds = first.map((issue) => KINDS[issue.expected ?? ''] ?? 'something else')
  return kinds.length === 0 ? 'something else' : listed([...new Set(kinds)], 'or')
}

function isChoice(refused: RefusedInput): boolean {
  return choicesOf(refused).length > 0
}

/** As the wire spells them. */
function choicesOf({ values, options }: RefusedInput): string[] {
  return (values ?? options ?? []).map(String)
}

function listed(words: readonly string[], word: 'and' | 'or'): string {
  const [last = '', ...others] = words.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} ${word} ${last}`
}
