import { EventEmitter } from 'node:events'
import type { WebSocket } from '@fastify/websocket'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SOCKET_GAVE_WAY } from '@lotbook/contract'
import type { Listener } from './listen.ts'
import type { Log } from './log.ts'
import { Sockets } from './sockets.ts'

/** A socket of a page; a page that went does not answer a ping. */
class PageSocket extends EventEmitter {
  closedWith: number | 'terminated' | undefined
  isThere = true

  ping() {
    if (this.isThere) queueMicrotask(() => this.emit('pong'))
  }
  close(code: number) {
    this.closedWith = code
  }
  terminate() {
    this.closedWith = 'terminated'
    this.emit('close')
  }
}

let sockets: Sockets
beforeEach(() => {
  vi.useFakeTimers()
  const listener = { on: () => {}, onReconnect: () => {} }
  sockets = new Sockets(listener as unknown as Listener, {} as Log)
})
afterEach(() => {
  sockets.close()
  vi.useRealTimers()
})

/** Pages opened by a user, one after the other. */
function open(userId: string, count: number, { isThere = true } = {}): PageSocket[] {
  return Array.from({ length: count }, () => {
    const page = Object.assign(new PageSocket(), { isThere })
    sockets.add(page as unknown as WebSocket, `session of ${userId}`, userId, Promise.resolve([]))
    return page
  })
}
const closedWith = (pages: readonly PageSocket[]) => pages.map((page) => page.closedWith)

test('SD3 of six pages that are there the oldest gives way, at once', async () => {
  const pages = open('ana', 6)
  await vi.advanceTimersByTimeAsync(0)
  expect(closedWith(pages)).toEqual([SOCKET_GAVE_WAY, ...Array(5).fill(undefined)])
  expect(sockets.countOf('ana')).toBe(5)
})

test('SD3 a page that went does not take the place of one that is there', async () => {
  const oldest = open('ana', 1)
  const gone = open('ana', 2, { isThere: false })
  const newer = open('ana', 3)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(sockets.countOf('ana')).toBe(6)
  await vi.advanceTimersByTimeAsync(1)
  expect(closedWith(gone)).toEqual(['terminated', 'terminated'])
  expect(closedWith([...oldest, ...newer])).toEqual(Array(4).fill(undefined))
  expect(sockets.countOf('ana')).toBe(4)
})

test('SD3 one page that is reloaded ten times is never refused, whatever it leaves behind', async () => {
  for (let reload = 0; reload < 10; reload += 1) {
    const [page] = open('ana', 1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sockets.isFull('ana')).toBe(false)
    expect(page?.closedWith).toBeUndefined()
    if (page !== undefined) page.isThere = false
  }
  expect(sockets.countOf('ana')).toBeLessThanOrEqual(5)
})

test('SD3 more than ten sockets at once are refused until it is known which pages are there', async () => {
  open('ana', 9, { isThere: false })
  expect(sockets.isFull('ana')).toBe(false)
  open('ana', 1, { isThere: false })
  expect([sockets.isFull('ana'), sockets.isFull('ben')]).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sockets.isFull('ana')).toBe(false)
  expect(sockets.countOf('ana')).toBe(4)
})

test('SD3 five pages of one user and five of another leave each other alone', async () => {
  const pages = [...open('ana', 5), ...open('ben', 5)]
  await vi.advanceTimersByTimeAsync(10_000)
  expect(closedWith(pages)).toEqual(Array(10).fill(undefined))
})

test('a page that closes while it is asked is waited for no longer', async () => {
  const [closing] = open('ana', 1, { isThere: false })
  const pages = open('ana', 5)
  closing?.emit('close')
  await vi.advanceTimersByTimeAsync(0)
  expect(closedWith(pages)).toEqual(Array(5).fill(undefined))
  open('ana', 1)
  await vi.advanceTimersByTimeAsync(0)
  expect(closedWith(pages)).toEqual([SOCKET_GAVE_WAY, ...Array(4).fill(undefined)])
})
