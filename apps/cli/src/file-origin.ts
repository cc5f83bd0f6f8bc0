import { compareText } from '@lotbook/journal'

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

/** Files by name, their transactions in the order in which they are given. */
export function keptOrigins(origins: Iterable<readonly [tx: string, origin: FileOrigin]>): KeptOrigins {
  const files = Map.groupBy(origins, ([, { file }]) => file)
  return Object.fromEntries(
    [...files]
      .toSorted(([a], [b]) => compareText(a, b))
      .map(([file, of]) => [file, Object.fromEntries(of.map(([tx, { line }]) => [tx, line]))]),
  )
}

/** What was kept, by transaction. */
export function originsKept(kept: KeptOrigins): ReadonlyMap<string, FileOrigin> {
  return new Map(
    Object.entries(kept).flatMap(([file, lines]) =>
      Object.entries(lines).map(([tx, line]) => [tx, { file, line }] as const),
    ),
  )
}
