import { posix } from 'node:path'
import type { SourceFile } from './workspace.ts'

/**
 * Circles of imports among the files: each is a group of two or more files that all reach one another, sorted by path.
 *
 * Every kind of import counts: of types alone, re-exports, and `import()` of a module that is loaded later. A file that is not
 * in a circle can be read, moved and tested after the files that it imports and before the files that import it.
 */
export function circles(files: readonly SourceFile[]): string[][] {
  const imports = importedFiles(files)
  const order = new Map<string, number>()
  // The earliest file of the search that a file leads back to; a file that leads back to nothing before it closes its group.
  const earliest = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const found: string[][] = []

  for (const { path } of files) if (!order.has(path)) visit(path)
  return found.toSorted(byFirstPath)

  function visit(path: string): number {
    const place = order.size
    order.set(path, place)
    earliest.set(path, place)
    open.push(path)
    isOpen.add(path)

    for (const imported of imports.get(path) ?? []) {
      const seen = order.get(imported)
      if (seen === undefined) lower(path, visit(imported))
      else if (isOpen.has(imported)) lower(path, seen)
    }

    const reached = earliest.get(path) ?? place
    if (reached === place) {
      const group = open.splice(open.indexOf(path))
      for (const member of group) isOpen.delete(member)
      if (group.length > 1) found.push(group.toSorted())
    }
    return reached
  }

  function lower(path: string, to: number) {
    earliest.set(path, Math.min(earliest.get(path) ?? to, to))
  }
}

/** The files that each file imports, by path. Packages and files outside the list are left out. */
export function importedFiles(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files.map(({ path }) => path))
  return new Map(
    files.map(({ path, imports }) => [
      path,
      imports
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => posix.join(posix.dirname(path), specifier))
        .filter((imported) => known.has(imported)),
    ]),
  )
}

function byFirstPath(a: readonly string[], b: readonly string[]): number {
  return (a[0] ?? '') < (b[0] ?? '') ? -1 : 1
}
