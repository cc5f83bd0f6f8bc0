import { createHmac } from 'node:crypto'
import { inventedAddress } from './invented-address.ts'
import { isEverybodys, isIdLike, isMoment } from './field-words.ts'

export type Kind = 'amount' | 'id' | 'address' | 'text'

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const HEX_LETTERS = 6

/** Other values in the place of a person's own: the same one for the same, wherever it stands. */
export class Replacements {
  readonly #seed: string
  readonly #factor: bigint
  readonly #kept: ReadonlySet<string>
  readonly #all = new Map<string, { readonly by: string; readonly kind: Kind }>()

  /**
   * @param seed - decides what a value is replaced by; without it nobody can tell.
   * @param factor - what amounts are multiplied by: a whole number, so that decimals, signs, zeros and sums hold.
   * @param kept - values that stay: contracts of tokens and programs.
   */
  constructor(seed: string, factor: bigint, kept: ReadonlySet<string>) {
    this.#seed = seed
    this.#factor = factor
    this.#kept = kept
  }

  /** Everything that was replaced, with what stands in its place. */
  get all(): ReadonlyMap<string, { readonly by: string; readonly kind: Kind }> {
    return this.#all
  }

  /** Another amount, with as many decimals. */
  amount(text: string): string {
    const [, sign = '', whole = '0', rest = '', power = ''] =
      /^([+-]?)(\d+)(?:\.(\d+))?(e[+-]?\d+)?$/i.exec(text) ?? []
    if (/^0*$/.test(whole + rest)) return text
    const units = String(BigInt(whole + rest) * this.#factor).padStart(rest.length + 1, '0')
    const cut = units.length - rest.length
    const decimals = rest === '' ? '' : `.${units.slice(cut)}`
    return this.#note(text, `${sign}${units.slice(0, cut)}${decimals}${power}`, 'amount')
  }

  /** Another amount that is written in hexadecimal. */
  hexAmount(text: string): string {
    return this.#note(text, `0x${(BigInt(text) * this.#factor).toString(16)}`, 'amount')
  }

  /** Another number of a thing. Those of one length keep their order and distances: an exchange is asked from one on. */
  number(text: string): string {
    const most = 10n ** BigInt(Math.max(0, text.length - 2))
    const shift = BigInt(`0x${this.#digest(`shift ${text.length}`).subarray(0, 16).toString('hex')}`) % most
    return this.#note(text, String(BigInt(text) + shift + 1n).padStart(text.length, '0'), 'id')
  }

  /** Other letters and figures, each of its kind. */
  alike(text: string, kind: Kind): string {
    const found = this.#all.get(text)
    if (found !== undefined) return found.by
    const letters = /^(?:0x)?[0-9a-f-]+$/i.test(text) ? HEX_LETTERS : LOWER.length
    const bytes = this.#bytes(new Uint8Array(Buffer.from(text)))
    const head = text.startsWith('0x') ? 2 : 0
    const by = Array.from(text, (char, n) => {
      if (n < head) return char
      const byte = bytes[n] ?? 0
      // A number does not begin with a zero that was none.
      if (/\d/.test(char)) return n === 0 ? char : String(byte % 10)
      const letter = LOWER[byte % letters] ?? ''
      if (/[a-z]/.test(char)) return letter
      return /[A-Z]/.test(char) ? letter.toUpperCase() : char
    })
    return this.#note(text, by.join(''), kind)
  }

  /** Another address of the same kind, or a key of the same length. */
  own(text: string): string {
    const by = inventedAddress(text, (bytes) => this.#bytes(bytes))
    return by === undefined ? this.alike(text, 'id') : this.#note(text, by, 'address')
  }

  /** A text with its ids, hashes and addresses replaced. */
  inText(text: string): string {
    return text.replaceAll(/[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*/g, (word) => this.#word(word))
  }

  #word(text: string): string {
    if (this.#kept.has(text) || isEverybodys(text)) return text
    const known = this.#all.get(text)
    if (known?.kind === 'id' || known?.kind === 'address') return known.by
    const [, prefix = '', digits = ''] = /^(0x)?([0-9a-f]{40,})$/i.exec(text) ?? []
    const isOfEthereum = prefix !== '' && digits.length === 40
    if (digits !== '' && !isOfEthereum) return this.#note(text, this.#inHex(prefix, digits), 'address')
    const address = inventedAddress(text, (bytes) => this.#bytes(bytes))
    if (address !== undefined) return this.#note(text, address, 'address')
    if (/^\d+$/.test(text)) return text.length >= 9 && !isMoment(text) ? this.number(text) : text
    return isIdLike(text) ? this.alike(text, 'id') : text
  }

  /** An address inside of a longer number, and one that TRON writes with its version, are those that stand elsewhere. */
  #inHex(prefix: string, digits: string): string {
    const words = digits.length % 64 === 0 ? (digits.match(/.{64}/g) ?? []) : [digits]
    const by = words.map((word) => {
      if (word.length % 2 === 1) return this.alike(word, 'id')
      const head = /^0{24}/.test(word) ? 24 : word.startsWith('41') && word.length === 42 ? 2 : 0
      return (
        word.slice(0, head) + Buffer.from(this.#bytes(Buffer.from(word.slice(head), 'hex'))).toString('hex')
      )
    })
    return prefix + (digits === digits.toUpperCase() ? by.join('').toUpperCase() : by.join(''))
  }

  #bytes(from: Uint8Array): Uint8Array {
    const hex = Buffer.from(from).toString('hex')
    const blocks = Array.from({ length: Math.ceil(from.length / 64) }, (_, n) =>
      this.#digest(`bytes ${n} ${hex}`),
    )
    return new Uint8Array(Buffer.concat(blocks).subarray(0, from.length))
  }

  #digest(text: string): Buffer {
    return createHmac('sha512', this.#seed).update(text).digest()
  }

  #note(text: string, by: string, kind: Kind): string {
    if (text !== by) this.#all.set(text, { by, kind })
    return by
  }
}
