import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { refetch } from './refetch.ts'

/** Shorter than anyone can see, longer than messages of one moment are apart. */
export const NEWS_MS = 50

/**
 * Gathers what becomes out of date and asks for it once: a socket that opens tells again what it may have missed, and a request for
 * each message would break off the one before and count against the limit of reads.
 */
export class News {
  readonly #client: QueryClient
  readonly #keys = new Map<string, QueryKey>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(client: QueryClient) {
    this.#client = client
  }

  /** Marks the answers under these keys as out of date; they are asked for again at most `NEWS_MS` later. */
  add(keys: readonly QueryKey[]): void {
    for (const key of keys) this.#keys.set(hashKey(key), key)
    this.#timer ??= setTimeout(() => {
      const gathered = [...this.#keys.values()]
      this.stop()
      refetch(this.#client, gathered)
    }, NEWS_MS)
  }

  /** Forget what was gathered. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#keys.clear()
  }
}
