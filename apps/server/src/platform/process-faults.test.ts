import { spawn } from 'node:child_process'
import { type EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { endsServer } from './process-faults.ts'

const errorOf = async (emitter: EventEmitter) => {
  const [error] = (await once(emitter, 'error')) as [unknown]
  return error
}

test('faults of processes, sockets and the database end no server', async () => {
  const noProgram = await errorOf(spawn('/no/such/program'))
  const noSocket = await errorOf(connect('/no/such/socket'))
  const ended = Object.assign(new DatabaseError('terminating connection', 1, 'error'), { code: '57P01' })
  for (const error of [noProgram, noSocket, ended]) expect(endsServer('uncaughtException', error)).toBe(false)
})

test('a promise that nobody waits for ends no server', () => {
  expect(endsServer('unhandledRejection', new TypeError('x is not a function'))).toBe(false)
})

test('an exception in the midst of our own code does', () => {
  expect(endsServer('uncaughtException', new Error('the lots do not add up'))).toBe(true)
  expect(endsServer('uncaughtException', new TypeError('x is not a function'))).toBe(true)
  expect(endsServer('uncaughtException', 'a text')).toBe(true)
})
