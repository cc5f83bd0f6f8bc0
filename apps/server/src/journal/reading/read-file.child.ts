// Entry of the process in which one file is read. It has no network, no database and a heap of its own: a file that
// is made to break its reader breaks this process and nothing else (SE6).
import { flushCompileCache } from 'node:module'
import { Socket } from 'node:net'
import { deserialize, serialize } from 'node:v8'
import { askFile, originalRows, readFile, readPriceFile, recogniseFile, rowsAt } from '@lotbook/sources'
import { hearFrames, sendFrame } from './frames.ts'
import { packed } from './packed-reading.ts'
import { packRows } from './packed-rows.ts'
import { FRAME, type ReadMessage, type ReadRequest } from './read-request.ts'

const parent = new Socket({ fd: 0, readable: true, writable: true })
let request: ReadRequest | undefined

// Stays until the parent has heard the result and ends it; a parent that is gone takes it along.
parent.on('error', () => process.exit())
parent.on('close', () => process.exit())
hearFrames(parent, {
  room: (_, bytes) => Buffer.allocUnsafeSlow(bytes),
  onFrame: (kind, payload) => {
    if (kind === FRAME.message) request = deserialize(payload) as ReadRequest
    else if (request !== undefined) void answer({ ...request, file: { ...request.file, bytes: payload } })
  },
})

async function answer(request: ReadRequest): Promise<void> {
  if (request.task === 'prices') return result(readPriceFile(request.file, request.options))
  const { file, options } = request
  if (request.task === 'recognise') {
    const recognised = recogniseFile(file, options)
    await result(recognised)
    if (request.readsOn !== true || recognised.outcome !== 'recognised') return
  }
  if (request.task === 'rows') return result(rowsAt(file, request.rows, options))
  if (request.task === 'all-rows') return result(packRows(originalRows(file, options)))
  if (request.task === 'ask') {
    const { said, proposed } = request
    return result(askFile(file, options, said, ({ question }) => proposed[question] ?? null))
  }
  const reading = readFile(file, {
    ...options,
    onProgress: (done, total) => void send({ type: 'progress', done, total }),
  })
  if (reading.outcome !== 'read') return result(reading)
  const { transactions, ...rest } = reading
  const { events, pieces } = packed(transactions)
  await result({ ...rest, events })
  for (const piece of pieces) await sendFrame(parent, FRAME.rows, Buffer.from(piece))
  return send({ type: 'end' })
}

function result(result: (ReadMessage & { type: 'result' })['result']): Promise<void> {
  return send({ type: 'result', result })
}

function send(message: ReadMessage | { readonly type: 'ready' }): Promise<void> {
  return sendFrame(parent, FRAME.message, serialize(message))
}

await send({ type: 'ready' })
// The process is ended from outside, which would not keep them.
flushCompileCache()
