import type { DisposalLine, FormColumns, TakenBack } from '@lotbook/reports'

/** Box and columns of a disposal that a line of a form, or a word on its loss, decides. */
export interface DecidedColumns {
  readonly box: string
  readonly form: FormColumns | undefined
  /** A line of a form is of it; else a word on its loss decides. */
  readonly isOnForm: boolean
}

/** Disposals of a year that go to one box, with the sums of their columns in cents; `own` is their gain by the records. */
export interface BoxPart {
  /** One of them, whose account, asset and kind decide the box where no line does. */
  readonly account: string
  readonly asset: string
  readonly kind: string
  readonly term: DisposalLine['term']
  readonly box: string
  readonly decided: DecidedColumns | undefined
  readonly count: number
  readonly proceeds: bigint
  readonly basis: bigint
  readonly adjustment: bigint
  readonly own: bigint
}

/** The effect of the lines of a year on its forms, without the lines. */
export interface DecidedLines {
  /** Lines in force by account, those that do not count included. */
  readonly accounts: ReadonlyMap<string, number>
  /** By the numbers of disposals. */
  readonly columns: { readonly get: (n: number) => DecidedColumns | undefined }
  /** All disposals of the year. */
  readonly parts: readonly BoxPart[]
  /** Losses that Form 8949 takes back. */
  readonly takenBack: TakenBack
  /** Box 4 of the forms, in cents. */
  readonly withheld: bigint
  /** Rows that are not as a filed year has them. */
  readonly formChanges: number
}

/** Decided lines as they leave a thread: columns as the text of all of them, with the place of each. */
export interface PackedLines extends Omit<DecidedLines, 'columns'> {
  /** In ascending order. */
  readonly numbers: Int32Array<ArrayBuffer>
  /** Offsets at which each text begins, and last the end of all. */
  readonly places: Int32Array<ArrayBuffer>
  readonly text: Uint8Array<ArrayBuffer>
}

const SEPARATOR = '|'

/** Packs decided lines, so that many columns go from thread to thread as three buffers. */
export function packLines(
  { columns, ...lines }: DecidedLines,
  numbered: ReadonlyMap<number, DecidedColumns>,
): PackedLines {
  const numbers = Int32Array.from([...numbered.keys()].sort((a, b) => a - b))
  const texts = [...numbers].map((n) => textOf(columns.get(n)!))
  const places = new Int32Array(numbers.length + 1)
  texts.forEach((text, i) => (places[i + 1] = places[i]! + text.length))
  return { ...lines, numbers, places, text: new TextEncoder().encode(texts.join('')) }
}

/** Decided lines whose columns are unpacked one by one, when they are asked for. */
export function unpackedLines({ numbers, places, text, ...lines }: PackedLines): DecidedLines {
  const decoder = new TextDecoder()
  return {
    ...lines,
    columns: {
      get(n) {
        const at = placeOf(numbers, n)
        return at === -1 ? undefined : columnsIn(decoder.decode(text.subarray(places[at], places[at + 1])))
      },
    },
  }
}

/** Bytes of packed lines, about. */
export function bytesOf({ numbers, places, text }: PackedLines): number {
  return numbers.byteLength + places.byteLength + text.byteLength + 10_000
}

/** Boxes, codes and amounts are ASCII. */
function textOf({ box, form, isOnForm }: DecidedColumns): string {
  const columns = form === undefined ? [] : [form.proceeds, form.basis, form.code, form.adjustment]
  const kept = form?.isKeptListed === true ? ['1'] : []
  return [box, isOnForm ? '1' : '', ...columns, ...kept].join(SEPARATOR)
}

function columnsIn(text: string): DecidedColumns {
  const [box = '', onForm = '', proceeds, basis = '', code = '', adjustment = '', kept] =
    text.split(SEPARATOR)
  const form = proceeds === undefined ? undefined : { proceeds, basis, code, adjustment }
  return {
    box,
    form: form === undefined || kept === undefined ? form : { ...form, isKeptListed: true },
    isOnForm: onForm === '1',
  }
}

function placeOf(numbers: Int32Array, n: number): number {
  let [low, high] = [0, numbers.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = numbers[middle]!
    if (found === n) return middle
    if (found < n) low = middle + 1
    else high = middle - 1
  }
  return -1
}
