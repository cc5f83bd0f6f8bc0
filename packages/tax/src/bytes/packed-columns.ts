import { asciiJson, readAsciiJson } from './ascii-json.ts'

const COLUMN_TYPES = { Float64Array, Int32Array, Uint16Array, Uint8Array } as const
type ColumnType = keyof typeof COLUMN_TYPES
type Column = Float64Array | Int32Array | Uint16Array | Uint8Array

/** Alignment of every column: that of the widest kind. */
const ALIGNMENT = 8
const LENGTH_BYTES = 4

interface Head<Outline> {
  /** Under the name that stored checkpoints have it under. */
  readonly said: Outline
  readonly columns: readonly (readonly [name: string, type: ColumnType, length: number])[]
}

/** Packs columns of numbers under their names, with an outline as JSON in front of them: bytes in the order of this machine. */
export function packColumns(outline: unknown, columns: Readonly<Record<string, Column>>): Uint8Array {
  const list = Object.entries(columns)
  const head: Head<unknown> = {
    said: outline,
    columns: list.map(([name, column]) => [name, typeOf(column), column.length]),
  }
  const text = asciiJson(head)
  let size = aligned(LENGTH_BYTES + text.length)
  for (const [, column] of list) size += aligned(column.byteLength)
  const bytes = new Uint8Array(size)
  new DataView(bytes.buffer).setUint32(0, text.length, true)
  bytes.set(text, LENGTH_BYTES)
  let at = aligned(LENGTH_BYTES + text.length)
  for (const [, column] of list) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at)
    at += aligned(column.byteLength)
  }
  return bytes
}

/**
 * Unpacks the bytes of `packColumns`. The columns are views of those bytes, which are copied once if they are not
 * aligned.
 */
export function unpackColumns<Outline>(packed: Uint8Array): {
  readonly outline: Outline
  readonly column: <Type extends ColumnType>(
    name: string,
    type: Type,
  ) => InstanceType<(typeof COLUMN_TYPES)[Type]>
} {
  const bytes = packed.byteOffset % ALIGNMENT === 0 ? packed : new Uint8Array(packed)
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  const { said: outline, columns } = readAsciiJson(
    bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + length),
  ) as Head<Outline>
  const found = new Map<string, Column>()
  let at = bytes.byteOffset + aligned(LENGTH_BYTES + length)
  for (const [name, type, count] of columns) {
    const column = new COLUMN_TYPES[type](bytes.buffer as ArrayBuffer, at, count)
    found.set(name, column)
    at += aligned(column.byteLength)
  }
  return {
    outline,
    column: <Type extends ColumnType>(name: string, type: Type) => {
      const column = found.get(name)
      if (column === undefined || typeOf(column) !== type) throw new Error(`no column ${name} of ${type}`)
      return column as InstanceType<(typeof COLUMN_TYPES)[Type]>
    },
  }
}

function typeOf(column: Column): ColumnType {
  if (column instanceof Float64Array) return 'Float64Array'
  if (column instanceof Int32Array) return 'Int32Array'
  return column instanceof Uint16Array ? 'Uint16Array' : 'Uint8Array'
}

function aligned(bytes: number): number {
  return ALIGNMENT * Math.ceil(bytes / ALIGNMENT)
}
