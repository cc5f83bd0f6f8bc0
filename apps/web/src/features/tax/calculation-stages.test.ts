import { expect, test } from 'vitest'
import { isUnderWay, stageLines } from './calculation-stages.ts'

const at = (stage: string | null) => ({ stage, done: 3, total: 9, unit: 'transactions' })
const states = (lines: ReturnType<typeof stageLines>) => lines.map(({ state }) => state)

test('what is before the stage at work is done, what comes after waits', () => {
  expect(states(stageLines({ state: 'running', progress: at('Building lots') }))).toEqual([
    'done',
    'done',
    'done',
    'running',
    'waiting',
    'waiting',
  ])
})

test('queued work has done nothing, finished work everything', () => {
  expect(new Set(states(stageLines({ state: 'queued', progress: at('Queued') })))).toEqual(
    new Set(['waiting']),
  )
  expect(new Set(states(stageLines({ state: 'done', progress: at('Done') })))).toEqual(new Set(['done']))
})

test('a failed calculation shows where, and is not at work', () => {
  expect(states(stageLines({ state: 'failed', progress: at('Finding prices') }))).toEqual([
    'done',
    'done',
    'failed',
    'waiting',
    'waiting',
    'waiting',
  ])
  expect(isUnderWay({ state: 'failed' })).toBe(false)
  expect(isUnderWay({ state: 'queued' })).toBe(true)
})
