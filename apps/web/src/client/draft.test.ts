import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetDraftsOfOthers, keepDraft, readDraft } from './draft.ts'

const EMPTY = { comment: '', asked: ['asset'], amount: '1' }

beforeEach(() => {
  const kept: Record<string, string> = {}
  const storage = Object.defineProperties(kept, {
    getItem: { value: (key: string) => kept[key] ?? null },
    setItem: { value: (key: string, value: string) => (kept[key] = value) },
    removeItem: { value: (key: string) => delete kept[key] },
  })
  vi.stubGlobal('sessionStorage', storage)
})
afterEach(() => vi.unstubAllGlobals())

test('a draft is what was typed, and nothing once that is as it began', () => {
  keepDraft('draft a', EMPTY, { ...EMPTY, comment: 'long text', asked: [] })
  expect(readDraft('draft a', EMPTY)).toEqual({ comment: 'long text', asked: [] })
  // A field that changed elsewhere meanwhile is not typed over.
  expect({ ...EMPTY, amount: '2', ...readDraft('draft a', { ...EMPTY, amount: '2' }) }).toEqual({
    comment: 'long text',
    asked: [],
    amount: '2',
  })
  keepDraft('draft a', EMPTY, EMPTY)
  expect(sessionStorage.getItem('draft a')).toBeNull()
})

test('what the form has no field for, or of another kind, is left out', () => {
  sessionStorage.setItem('draft a', JSON.stringify({ comment: 3, asked: 'x', gone: 'y', amount: '7' }))
  expect(readDraft('draft a', EMPTY)).toEqual({ amount: '7' })
  for (const broken of ['null', '"x"', '{', '[1]']) {
    sessionStorage.setItem('draft a', broken)
    expect(readDraft('draft a', EMPTY), broken).toEqual({})
  }
})

test('who comes after somebody else finds nothing of theirs', () => {
  for (const key of ['draft 1 /a x', 'draft 2 /a x', 'other']) sessionStorage.setItem(key, '{}')
  forgetDraftsOfOthers('2')
  expect(Object.keys(sessionStorage)).toEqual(['draft 2 /a x', 'other'])
})
