// Entry of the process that starts reading processes. Starting one copies the page tables of whoever starts it, which holds the
// event loop of a server with a large heap for as long as everything else of an import together; this process is small.
import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { startReadingProcess } from './reading-process.ts'

/** What the server asks for. */
export type HostRequest =
  | { readonly type: 'start'; readonly id: number; readonly heapMb: number }
  | { readonly type: 'kill'; readonly id: number }

/** What it hears; the socket of a process comes with the message that it started. */
export type HostMessage =
  | { readonly type: 'started'; readonly id: number; readonly pid: number }
  | {
      readonly type: 'ended'
      readonly id: number
      readonly code: number | null
      readonly signal: string | null
    }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }

const processes = new Map<number, ChildProcess>()

/** How often it looks whether the server is still there. */
const LOOK_MS = 1_000

// A server that is gone takes its readers along: the sockets that they listen to end with it.
process.on('disconnect', () => process.exit())
// One that went before its first word was answered is not told of.
setInterval(() => {
  if (!process.connected) process.exit()
}, LOOK_MS).unref()
process.on('message', (request: HostRequest) => {
  if (request.type === 'kill') processes.get(request.id)?.kill('SIGKILL')
  else start(request.id, request.heapMb)
})

function start(id: number, heapMb: number) {
  const child = startReadingProcess(heapMb)
  processes.set(id, child)
  child.on('error', (error) => tell({ type: 'failed', id, message: error.message }))
  child.on('exit', (code, signal) => {
    processes.delete(id)
    tell({ type: 'ended', id, code, signal })
  })
  if (child.pid !== undefined && child.stdin !== null)
    tell({ type: 'started', id, pid: child.pid }, child.stdin as Socket)
}

function tell(message: HostMessage, socket?: Socket) {
  process.send?.(message, socket)
}
