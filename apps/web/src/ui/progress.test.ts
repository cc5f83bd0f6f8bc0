import { describe, expect, test } from 'vitest'
import { advance, percentOf, type Progress, progressText } from './progress.ts'

describe('progress', () => {
  const at = (seq: number, done: number, more: Partial<Progress> = {}): Progress => ({
    id: 'a',
    seq,
    state: 'running',
    stage: 'Fetching',
    done,
    total: 100,
    unit: 'transactions',
    ...more,
  })

  test('late messages are ignored and the bar never goes backwards', () => {
    expect(advance(at(5, 50), at(4, 90)).done).toBe(50)
    expect(advance(at(5, 50), at(6, 40)).done).toBe(50)
    expect(advance(at(5, 50), at(6, 0, { stage: 'Matching transfers' })).done).toBe(0)
    expect(advance(at(5, 50), at(1, 3, { id: 'b' })).done).toBe(3)
  })

  test('without a total it counts', () => {
    expect(percentOf(at(1, 5, { total: null }))).toBeUndefined()
    expect(progressText(at(1, 12400, { total: null }))).toMatch(/^12.400 transactions so far$/)
    expect(percentOf(at(1, 99, { total: 100 }))).toBe(99)
    expect(percentOf(at(1, 0, { total: 0, state: 'done' }))).toBe(100)
  })
})
