import {
  AMOUNTS,
  CONTRACTS,
  FIELD_NAME,
  IDS,
  isEverybodys,
  isMoment,
  KEPT,
  MOMENTS,
  NOTES,
  NUMBER,
} from './field-words.ts'
import { type Kind, Replacements } from './replacements.ts'
import { type JsonToken, rewriteJson } from './rewrite-json.ts'

/** Replaces what tells of a person, each value by the same other one wherever it stands. */
export interface Redactor {
  /** An answer without amounts, ids, hashes and addresses. */
  readonly answer: (text: string) => string
  /** An address or key of the person's own. */
  readonly own: (text: string) => string
  /** Everything that was replaced, with what stands in its place, by its kind. */
  readonly replaced: ReadonlyMap<string, { readonly by: string; readonly kind: Kind }>
}

/**
 * Makes the redactor of one recording.
 *
 * @param seed - decides what each value is replaced by.
 * @param factor - what amounts are multiplied by.
 * @param texts - all answers: a contract that one of them names stays in every other.
 * @param own - addresses and keys that never stay.
 */
export function redactor(
  seed: string,
  factor: bigint,
  texts: readonly string[],
  own: readonly string[],
): Redactor {
  const kept = contractsIn(texts, own)
  const others = new Replacements(seed, factor, kept)
  const other = (token: JsonToken) =>
    token.raw === '' || kept.has(token.raw) ? token.raw : otherOf(token, others)
  return {
    answer: (text) => rewriteJson(text, other),
    own: (text) => others.own(text),
    replaced: others.all,
  }
}

/** Contracts of tokens and programs that answers name. */
function contractsIn(texts: readonly string[], own: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const isOwn = new Set(own.map((text) => text.toLowerCase()))
  for (const text of texts)
    rewriteJson(text, ({ kind, raw, path }) => {
      const name = path.at(-1) ?? ''
      const isNamed = kind !== 'number' && raw.length > 8 && !NUMBER.test(raw) && CONTRACTS.test(name)
      if (isNamed && !isOwn.has(raw.toLowerCase())) found.add(raw)
      return raw
    })
  return found
}

/** What stands in the place of a name or value. */
function otherOf({ kind, raw, path, isInList }: JsonToken, others: Replacements): string {
  if (kind === 'name') return FIELD_NAME.test(raw) ? raw : others.inText(raw)
  const name = path.at(-1) ?? ''
  // What a contract answered, as the decimals of a token.
  if (path.includes('stack') || isEverybodys(raw)) return raw
  if (kind === 'number' && !NUMBER.test(raw)) return KEPT.test(name) ? raw : others.amount(raw)
  if (NUMBER.test(raw)) return otherFigures(raw, name, isInList && path.length === 0, others)
  if (MOMENTS.test(name) && /^\d{4}-\d\d/.test(raw)) return raw
  const [, figure, unit = ''] = /^([+-]?\d+(?:\.\d+)?)( ?[A-Za-z]{2,12})$/.exec(raw) ?? []
  if (figure !== undefined && AMOUNTS.test(name)) return others.amount(figure) + unit
  if (/^0x[0-9a-f]{1,30}$/i.test(raw))
    return AMOUNTS.test(name) && !KEPT.test(name) ? others.hexAmount(raw) : raw
  if (/\S@\S+\.\S/.test(raw) || NOTES.test(name)) return others.alike(raw, 'text')
  return others.inText(raw)
}

/** Figures that nobody names may be an amount: hidden rather than shown. */
const SHORTEST_UNKNOWN = 4
const LONGEST_AMOUNT = 8
/** Beyond this a number with a name that says nothing is an id. */
const LONG_ID = 16

function otherFigures(raw: string, name: string, isBare: boolean, others: Replacements): string {
  const length = raw.replace('-', '').length
  const isWhole = !raw.includes('.')
  if (MOMENTS.test(name) && (isMoment(raw) || length < 10 || isMoment(raw.split('.')[0] ?? ''))) return raw
  if (CONTRACTS.test(name) && !AMOUNTS.test(name)) return raw
  if (/id$/i.test(name)) return isWhole && length >= SHORTEST_UNKNOWN ? others.number(raw) : raw
  if (KEPT.test(name)) return raw
  if (AMOUNTS.test(name)) return others.amount(raw)
  if (!isWhole) return isMoment(raw.split('.')[0] ?? '') ? raw : others.amount(raw)
  if (isMoment(raw)) return raw
  const isId = IDS.test(name) || length >= LONG_ID
  if (isId) return length >= SHORTEST_UNKNOWN ? others.number(raw) : raw
  if (length < (isBare ? 1 : SHORTEST_UNKNOWN)) return raw
  return length > LONGEST_AMOUNT ? others.number(raw) : others.amount(raw)
}
