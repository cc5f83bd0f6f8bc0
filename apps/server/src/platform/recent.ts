/** So much of what one thread read or wrote last, with its size in bytes: what was asked for longest ago goes first. */
export class Recent<Value> {
  readonly #most: number
  readonly #values = new Map<string, { readonly value: Value; readonly bytes: number }>()
  #bytes = 0

  /** @param most bytes of all that is kept. */
  constructor(most: number) {
    this.#most = most
  }

  get(key: string): Value | undefined {
    const found = this.#values.get(key)
    if (found === undefined) return undefined
    // A map has its keys in the order in which they were set.
    this.#values.delete(key)
    this.#values.set(key, found)
    return found.value
  }

  /** Keep a value, in place of one by the same key. What is larger than all that may be kept is not. */
  set(key: string, value: Value, bytes: number): void {
    this.#drop(key)
    if (bytes > this.#most) return
    this.#values.set(key, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= this.#most) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#values.get(key)?.bytes ?? 0
    this.#values.delete(key)
  }
}
