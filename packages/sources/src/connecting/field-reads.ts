import { AsyncLocalStorage } from 'node:async_hooks'

const watching = new AsyncLocalStorage<FieldReads>()

/**
 * Notes which fields of parsed answers are looked at, by the text that they were parsed from. A field is named by its path: `data[].id`;
 * a position in a list of lists by its number: `[][4]`.
 */
export class FieldReads {
  readonly #byText = new Map<string, Set<string>>()

  /** Texts that were parsed, each with the fields that were looked at in it. */
  get all(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#byText
  }

  /** Runs work in which every parsed answer is watched. */
  during<T>(work: () => Promise<T>): Promise<T> {
    return watching.run(this, work)
  }

  /** A value that notes what is looked at in it. */
  watch(text: string, value: unknown): unknown {
    const seen = this.#byText.get(text) ?? new Set<string>()
    this.#byText.set(text, seen)
    return watchedValue(value, '', false, (path) => {
      if (watching.getStore() === this) seen.add(path)
    })
  }
}

/** The value parsed from a text, watched where somebody wants to know which of its fields are read. */
export function watched(text: string, value: unknown): unknown {
  const reads = watching.getStore()
  return reads === undefined ? value : reads.watch(text, value)
}

/** Does something with an answer as a whole, such as writing it down, which reads none of its fields. */
export function unwatched<T>(work: () => T): T {
  return watching.exit(work)
}

/** The paths of all fields in a value, in the order they stand in. */
export function fieldPaths(value: unknown): readonly string[] {
  const paths = new Set<string>()
  const walk = (one: unknown, path: string, isInList: boolean): void => {
    if (!isContainer(one)) return
    for (const key of Object.keys(one)) {
      const within = pathTo(path, one, key, isInList)
      if (!within.endsWith('[]')) paths.add(within)
      walk((one as Readonly<Record<string, unknown>>)[key], within, Array.isArray(one))
    }
  }
  walk(value, '', false)
  return [...paths]
}

type Container = Readonly<Record<string, unknown>> | readonly unknown[]

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

/** A list within a list that holds plain values has a meaning for each of its positions. */
const isTuple = (value: Container, isInList: boolean): boolean =>
  Array.isArray(value) && isInList && value.some((one) => !isContainer(one))

/** Keys that are ids or names of things, and no fields. */
const NO_FIELD = /^\d|^0x|[:.\s/]|^[A-Z0-9]{5,}-|^(?=(?:.*\d){4})(?:.{20,}|.*[A-Z].*)$/

function pathTo(path: string, value: Container, key: string, isInList: boolean): string {
  if (Array.isArray(value)) return `${path}[${isTuple(value, isInList) ? key : ''}]`
  const name = NO_FIELD.test(key) ? '*' : key
  return path === '' ? name : `${path}.${name}`
}

function watchedValue(value: unknown, path: string, isInList: boolean, see: (path: string) => void): unknown {
  if (!isContainer(value)) return value
  // The same part is the same object each time, as it is without a watch.
  const parts = new Map<string, unknown>()
  return new Proxy(value, {
    get(target, key) {
      const own: unknown = Reflect.get(target, key)
      if (
        typeof key !== 'string' ||
        !Object.hasOwn(target, key) ||
        (Array.isArray(target) && key === 'length')
      )
        return own
      const within = pathTo(path, target, key, isInList)
      see(within)
      if (!isContainer(own)) return own
      const part = parts.get(key) ?? watchedValue(own, within, Array.isArray(target), see)
      parts.set(key, part)
      return part
    },
  })
}
