import { compareText } from '@lotbook/journal'
import type { EventTable } from '@lotbook/tax'
import { LazyObject } from './json-pieces.ts'

/** Where a transaction came from. */
export interface FileOrigin {
  readonly file: string
  /** Null where the file has no lines. */
  readonly line: number | null
}

/** `kraken.csv, line 3`. */
export function originText({ file, line }: FileOrigin): string {
  return line === null ? file : `${file}, line ${line}`
}

/** By file and line: of overlapping files the same is named, in whatever order they are read. */
export function byPlace(a: FileOrigin, b: FileOrigin): number {
  return compareText(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0)
}

/** Origins as they are kept: by file, the line of each transaction. */
export type KeptOrigins = Readonly<Record<string, Readonly<Record<string, number | null>>>>

/** Origins to be kept (`KeptOrigins`): files by name, their transactions in the order in which they are given. */
export function keptOrigins(
  { count, idOf }: Pick<EventTable, 'count' | 'idOf'>,
  placeOf: (tx: string) => FileOrigin | undefined,
): LazyObject {
  const places = new Map<string, number[]>()
  for (let place = 0; place < count; place++) {
    const file = placeOf(idOf(place)!)?.file
    if (file === undefined) continue
    const of = places.get(file)
    if (of === undefined) places.set(file, [place])
    else of.push(place)
  }
  const lines = function* (of: readonly number[]) {
    for (const place of of) {
      const id = idOf(place)!
      yield [id, placeOf(id)?.line ?? null] as const
    }
  }
  const files = [...places].toSorted(([a], [b]) => compareText(a, b))
  return new LazyObject(files.map(([file, of]) => [file, new LazyObject(lines(of))]))
}

/** What was kept, by transaction. */
export function originsKept(kept: KeptOrigins): ReadonlyMap<string, FileOrigin> {
  return new Map(
    Object.entries(kept).flatMap(([file, lines]) =>
      Object.entries(lines).map(([tx, line]) => [tx, { file, line }] as const),
    ),
  )
}
