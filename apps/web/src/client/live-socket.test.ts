import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SOCKET_GAVE_WAY } from '@lotbook/contract'
import { type Connection, openLiveSocket } from './live-socket.ts'

/** The sockets that a page opened, in order. */
let opened: PageSocket[]

class PageSocket extends EventTarget {
  isClosed = false
  constructor() {
    super()
    opened.push(this)
  }
  close() {
    this.isClosed = true
    // As a browser does: the event comes later.
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('close'), { code: 1000 })))
  }
  accept() {
    this.dispatchEvent(new Event('open'))
  }
  lose(code: number) {
    this.isClosed = true
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
  bring(data: string) {
    this.dispatchEvent(Object.assign(new Event('message'), { data }))
  }
}

let page: EventTarget & { hidden: boolean }
let close: () => void
let changes: Connection[]
let messages: unknown[]
let polls: number
let backs: number
let afterSession: 'now' | 'later' | 'never'

beforeEach(() => {
  vi.useFakeTimers()
  opened = []
  changes = []
  messages = []
  polls = 0
  backs = 0
  afterSession = 'now'
  page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('WebSocket', PageSocket)
  close = openLiveSocket({
    url: 'ws://localhost/api/notifications',
    onMessage: (data) => messages.push(data),
    onChange: (connection) => changes.push(connection),
    onBack: () => (backs += 1),
    onPoll: () => (polls += 1),
    onSessionEnded: () => Promise.resolve(afterSession),
  })
  opened[0]?.accept()
})
afterEach(() => {
  close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
const openNow = () => opened.filter((socket) => !socket.isClosed).length

test('a page that the browser keeps closes its socket, and opens one when it is gone back to', async () => {
  window.dispatchEvent(new Event('pagehide'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([opened.length, openNow(), polls]).toEqual([1, 0, 0])

  show(true)
  opened[1]?.accept()
  expect([opened.length, openNow()]).toEqual([2, 1])
  // It has heard nothing meanwhile, and nobody is told that updates are interrupted.
  expect([backs, changes]).toEqual([1, ['open', 'open']])
  opened[0]?.bring('of the old one')
  opened[1]?.bring('of the new one')
  expect(messages).toEqual(['of the new one'])
})

test('a page that is shown for the first time has one socket', async () => {
  show(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([opened.length, openNow(), polls, backs]).toEqual([1, 1, 0, 0])
})

test('a page whose socket gave way polls every two seconds, and opens one when somebody comes back to it', async () => {
  opened[0]?.lose(SOCKET_GAVE_WAY)
  expect(changes.at(-1)).toBe('lost')
  await vi.advanceTimersByTimeAsync(120_000)
  expect([opened.length, polls]).toEqual([1, 60])

  // Nobody sees it: nothing is asked.
  page.hidden = true
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([opened.length, polls]).toEqual([1, 60])

  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('focus'))
  expect([opened.length, openNow()]).toEqual([2, 1])
  opened[1]?.accept()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(polls).toBe(60)
})

test('a lost socket is opened again after one second, then two, and polling ends once it is back', async () => {
  opened[0]?.lose(1006)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(opened).toHaveLength(2)
  opened[1]?.lose(1006)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(opened).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  expect([opened.length, polls]).toEqual([3, 1])
  opened[2]?.accept()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([openNow(), polls, backs]).toEqual([1, 1, 1])
})

test.each([
  ['now', 1],
  ['later', 1],
  ['never', 0],
] as const)('after the end of its session a socket is opened %s', async (when, sockets) => {
  afterSession = when
  opened[0]?.lose(1008)
  await vi.advanceTimersByTimeAsync(when === 'now' ? 0 : 999)
  expect(openNow()).toBe(when === 'now' ? 1 : 0)
  await vi.advanceTimersByTimeAsync(1)
  expect(openNow()).toBe(sockets)
  opened[1]?.accept()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([openNow(), polls]).toEqual([sockets, 0])
})

test('a page that leaves while its session is asked for opens nothing', async () => {
  opened[0]?.lose(1008)
  close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([openNow(), polls, changes.at(-1)]).toEqual([0, 0, 'connecting'])
})
