import { createHmac } from 'node:crypto'
import { inventedAddress } from './invented-address.ts'
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

type Kind = 'amount' | 'id' | 'address' | 'text'

// Names say what a value is. The first that fits counts.
const MOMENT = /time|date|stamp|_at$|At$|created|expir|^ts$|^mts|unix/i
const KEPT =
  /price|px$|rates?$|ratio$|rateEr$|(?<!ac)count|page|limit|offset|decimal|precision|scale|index|height|block|ledger|confirm|version|status|state$|code|level|round|epoch|slot|sequence|nonce|percent|places|row$|^type|type$|paging_token/i
const AMOUNT =
  /amount|amt$|balance|qty|quantity|size|sz$|vol|value|cost|fee|commission|fund|sum|reward|paid|sent|received|proceeds|lamports|stake|hold|available|free|locked|frozen|reserve|interest|worth|deal|total|units|shares|gasUsed|drops|deposit|withdraw|points|liquid|max|min|interest|taker|utxo/i
const ID = /id$|id_|hash|^tx|address|account|order|ref|uuid|sig|key|owner|user|No$|number$|name$/i
/** Contracts of tokens and programs: they say which asset it is, are everybody's, and stay. */
const CONTRACT =
  /contract|mint|policy|asset|program|issuer|token_?(?:id|address)|^trc20$|currency|pool|delegate$|validator|parent/i
const WORDS =
  /memo|note|comment|remark|description|label|nick|first_?name|last_?name|full_?name|email|phone|ip_?address|purpose/i

/** Programs and accounts of a chain itself, which readers know by their address. */
const EVERYBODYS = /1{7}|^AFmseVrdL9f9oyCzZef|^r{10}|^0x0{30}/

const FIRST_SECOND = 1_230_768_000
const LAST_SECOND = 2_082_758_400

/**
 * @param seed - decides what each value is replaced by; without it nobody can tell.
 * @param texts - all answers: a contract that one of them names stays in every other.
 * @param own - addresses and keys that never stay.
 * @param factor - what amounts are multiplied by: a whole number, so that their decimals, signs, zeros and sums hold.
 */
export function redactor(
  seed: string,
  factor: bigint,
  texts: readonly string[],
  own: readonly string[],
): Redactor {
  const replaced = new Map<string, { by: string; kind: Kind }>()
  const kept = contractsIn(texts, own)
  const digest = (text: string) => createHmac('sha512', seed).update(text).digest()
  const note = (text: string, by: string, kind: Kind): string => {
    if (text !== by) replaced.set(text, { by, kind })
    return by
  }
  const bytes = (from: Uint8Array): Uint8Array => {
    const hex = Buffer.from(from).toString('hex')
    const blocks = Array.from({ length: Math.ceil(from.length / 64) }, (_, n) => digest(`bytes ${n} ${hex}`))
    return new Uint8Array(Buffer.concat(blocks).subarray(0, from.length))
  }
  const amount = (text: string): string => {
    const [, sign = '', whole = '0', rest = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
    if (/^0*$/.test(whole + rest)) return text
    const units = String(BigInt(whole + rest) * factor).padStart(rest.length + 1, '0')
    const cut = units.length - rest.length
    return note(text, `${sign}${units.slice(0, cut)}${rest === '' ? '' : `.${units.slice(cut)}`}`, 'amount')
  }
  /** Numbers of one length keep their order and their distances: an exchange is asked from one on. */
  const number = (text: string): string => {
    const low = 10n ** BigInt(Math.max(0, text.length - 2))
    const shift = (BigInt(`0x${digest(`shift ${text.length}`).subarray(0, 16).toString('hex')}`) % low) + 1n
    const moved = String(BigInt(text) + shift)
    return note(text, moved.padStart(text.length, '0'), 'id')
  }
  /** Letters and figures in the place of others, each of its kind. */
  const alike = (text: string, kind: Kind): string => {
    const found = replaced.get(text)
    if (found !== undefined) return found.by
    const isHex = /^(?:0x)?[0-9a-f-]+$/i.test(text)
    const stream = bytes(new Uint8Array(Buffer.from(text.padEnd(text.length, ' '))))
    const by = Array.from(text, (char, n) => {
      const byte = stream[n] ?? 0
      if (/\d/.test(char)) return n === 0 || (n === 1 && text.startsWith('0x')) ? char : String(byte % 10)
      if (/[a-z]/.test(char))
        return n === 1 && char === 'x' ? char : 'abcdefghijklmnopqrstuvwxyz'[byte % (isHex ? 6 : 26)]
      if (/[A-Z]/.test(char)) return 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[byte % (isHex ? 6 : 26)]
      return char
    }).join('')
    return note(text, by, kind)
  }
  const ofOwn = (text: string): string => {
    const by = inventedAddress(text, bytes)
    return by === undefined ? alike(text, 'id') : note(text, by, 'address')
  }
  /** One run of letters and figures. */
  const token = (text: string): string => {
    if (kept.has(text) || EVERYBODYS.test(text)) return text
    const known = replaced.get(text)
    if (known?.kind === 'id' || known?.kind === 'address') return known.by
    const hex = /^(0x)?([0-9a-f]{41,}|[0-9a-f]{40})$/i.exec(text)
    const isEvm = hex !== null && hex[1] !== undefined && hex[2]?.length === 40
    if (hex !== null && !isEvm) return note(text, inHex(text, hex[1] ?? '', hex[2] ?? ''), 'address')
    const address = inventedAddress(text, bytes)
    if (address !== undefined) return note(text, address, 'address')
    if (/^\d+$/.test(text)) return text.length >= 9 && !isMoment(text) ? number(text) : text
    return isIdLike(text) ? alike(text, 'id') : text
  }
  /** An address inside of a longer number, and one that TRON writes with its version, are those that stand elsewhere. */
  const inHex = (text: string, prefix: string, digits: string): string => {
    const words = digits.length % 64 === 0 ? (digits.match(/.{64}/g) ?? []) : [digits]
    const by = words.map((word) => {
      const head = /^0{24}/.test(word) ? 24 : word.startsWith('41') && word.length === 42 ? 2 : 0
      const rest = Buffer.from(bytes(Buffer.from(word.slice(head), 'hex'))).toString('hex')
      return word.length % 2 === 1
        ? alike(word, 'id')
        : word.slice(0, head) + rest.slice(0, word.length - head)
    })
    const whole = prefix + by.join('')
    return text === text.toUpperCase() ? whole.toUpperCase() : whole
  }
  const inText = (text: string): string => text.replaceAll(/[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*/g, token)
  const value = ({ kind, raw, path, isInList }: JsonToken): string => {
    const name = path.at(-1) ?? ''
    if (raw === '' || kept.has(raw)) return raw
    const isNumber = /^[+-]?\d+(?:\.\d+)?$/.test(raw)
    if (kind === 'name') return NAME.test(raw) ? raw : inText(raw)
    if (MOMENT.test(name) && (isNumber ? isMoment(raw) || raw.length < 10 : /^\d{4}-\d\d/.test(raw)))
      return raw
    // What a contract answered, as the decimals of a token.
    if (path.includes('stack')) return raw
    if (isNumber) return figures(raw, name, isInList && path.length === 0)
    const [, figure, unit = ''] = /^([+-]?\d+(?:\.\d+)?)( ?[A-Za-z]{2,12})$/.exec(raw) ?? []
    if (figure !== undefined && AMOUNT.test(name)) return amount(figure) + unit
    if (/^0x[0-9a-f]{1,30}$/i.test(raw)) return AMOUNT.test(name) && !KEPT.test(name) ? inWords(raw) : raw
    if (/\S@\S+\.\S/.test(raw)) return alike(raw, 'text')
    if (WORDS.test(name) && !/^(?:true|false|null)$/.test(raw)) return alike(raw, 'text')
    return inText(raw)
  }
  const inWords = (hex: string): string => note(hex, `0x${(BigInt(hex) * factor).toString(16)}`, 'amount')
  const figures = (raw: string, name: string, isBare: boolean): string => {
    if (CONTRACT.test(name) && !AMOUNT.test(name)) return raw
    if (/id$/i.test(name)) return raw.length >= 4 && !raw.includes('.') ? number(raw) : raw
    if (KEPT.test(name)) return raw
    if (AMOUNT.test(name)) return amount(raw)
    if (raw.includes('.')) return isMoment(raw.split('.')[0] ?? '') ? raw : amount(raw)
    if (isMoment(raw)) return raw
    if (ID.test(name) || raw.length >= 16) return raw.length >= 4 ? number(raw) : raw
    // What nobody names may be an amount: hidden rather than shown.
    return raw.replace('-', '').length >= (isBare ? 1 : 4)
      ? raw.length >= 9
        ? number(raw)
        : amount(raw)
      : raw
  }
  return { answer: (text) => rewriteJson(text, value), own: ofOwn, replaced }
}

/** Contracts of tokens and programs that answers name. */
function contractsIn(texts: readonly string[], own: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const isOwn = new Set(own.map((text) => text.toLowerCase()))
  for (const text of texts)
    rewriteJson(text, ({ kind, raw, path }) => {
      const isNamed = kind !== 'number' && raw.length > 8 && CONTRACT.test(path.at(-1) ?? '')
      if (isNamed && !isOwn.has(raw.toLowerCase())) found.add(raw)
      return raw
    })
  return found
}

/** Names of fields: words, perhaps with figures behind them. */
const NAME = /^[A-Za-z_@][A-Za-z_$.-]*\d{0,2}(?:_?[A-Za-z]+\d{0,4})*$/

function isMoment(text: string): boolean {
  const unit = { 10: 1n, 13: 1_000n, 16: 1_000_000n, 19: 1_000_000_000n }[text.length]
  if (unit === undefined || !/^\d+$/.test(text)) return false
  const seconds = BigInt(text) / unit
  return seconds >= FIRST_SECOND && seconds < LAST_SECOND
}

/** Letters and figures mixed as no word is. */
const isIdLike = (text: string): boolean =>
  (text.length >= 9 &&
    /(?:\d.*){3}/.test(text) &&
    /[A-Za-z]/.test(text) &&
    !/^\d{4}-\d\d(?:-\d\d)?T?/.test(text)) ||
  (text.length >= 24 && /\d/.test(text)) ||
  // Kraken's ids may be of letters alone.
  /^[A-Z0-9]{5,7}-[A-Z0-9]{5}-[A-Z0-9]{6}$/.test(text)
