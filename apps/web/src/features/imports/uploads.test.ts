import { describe, expect, test } from 'vitest'
import type { UploadResult } from '@lotbook/contract'
import { ApiError } from '../../client/api-error.ts'
import { createUploads, queuedText, type Settled, type UploadsOptions } from './uploads.ts'

const file = (name: string, size = 3) => new File(['x'.repeat(size)], name)

const taken = (first_import = false): UploadResult => ({
  status: 'success',
  first_import,
  upload_id: 'u',
  source_id: 's',
  format_name: 'Kraken ledgers',
  account_name: 'Kraken',
  is_repeat: false,
  message: null,
})
const unknown: UploadResult = {
  ...taken(),
  status: 'error',
  source_id: null,
  message: 'odd.csv, line 1: No known layout.',
}
const unreachable = new ApiError({ code: 'unreachable', message: '', fields: {}, status: undefined })

/** A server whose answers are given by hand, in the order the files were posted. */
function server(options: Partial<UploadsOptions> = {}) {
  const posts: {
    name: string
    key: string
    traceId: string
    answer: (result: UploadResult) => void
    fail: (error: Error) => void
  }[] = []
  const settled: Settled[] = []
  const log: string[] = []
  const uploads = createUploads({
    ensureTrace: () => {
      log.push('trace')
      return Promise.resolve('t1')
    },
    send: ({ file: { name }, key, traceId }) => {
      log.push(name)
      return new Promise((answer, fail) => posts.push({ name, key, traceId, answer, fail }))
    },
    ...options,
  })
  uploads.onSettled((one) => settled.push(one))
  return { uploads, posts, settled, log }
}

/** Let everything that is only waiting for its turn go on. */
const turn = () => new Promise((resolve) => setTimeout(resolve))
const states = ({ uploads }: ReturnType<typeof server>) =>
  uploads.current().files.map(({ file: { name }, state }) => `${name} ${state.kind}`)

describe('dropped files', () => {
  test('R4.1 R4.2 the trace comes first, once; then each file is posted by itself, two at a time', async () => {
    const at = server()
    at.uploads.drop([file('a.csv'), file('b.csv'), file('c.csv')])
    await turn()
    expect(at.log).toEqual(['trace', 'a.csv', 'b.csv'])
    expect(states(at)).toEqual(['a.csv sending', 'b.csv sending', 'c.csv waiting'])
    at.posts[0]?.answer(taken())
    await turn()
    expect(at.log).toEqual(['trace', 'a.csv', 'b.csv', 'c.csv'])
    expect(at.posts.map(({ traceId }) => traceId)).toEqual(['t1', 't1', 't1'])
  })

  test('R4.3 R2.167 all taken: told once, after the last answer, with whether it was the first import', async () => {
    const at = server()
    at.uploads.drop([file('a.csv'), file('b.csv')])
    await turn()
    at.posts[0]?.answer(taken(true))
    await turn()
    expect(at.settled).toEqual([])
    at.posts[1]?.answer(taken())
    await turn()
    expect(at.settled).toEqual([
      { taken: ['a.csv', 'b.csv'], sources: ['s', 's'], needsAttention: false, isFirstImport: true },
    ])
  })

  test('R4.6 what is not a success joins the rejected list, and keeps the person here', async () => {
    const at = server()
    at.uploads.drop([file('odd.csv'), file('good.csv')])
    await turn()
    at.posts[0]?.answer(unknown)
    at.posts[1]?.answer(taken())
    await turn()
    expect(at.uploads.current().rejected).toMatchObject([
      {
        text: 'odd.csv does not match the criteria for calculating taxes.',
        detail: 'odd.csv, line 1: No known layout.',
      },
    ])
    expect(states(at)).toEqual(['good.csv taken'])
    expect(at.settled).toEqual([
      { taken: ['good.csv'], sources: ['s'], needsAttention: true, isFirstImport: false },
    ])
  })

  test('a file that is kept and that no format reads leads to its columns, where it came alone', async () => {
    const at = server()
    const answer = { ...unknown, upload_id: 'u7' }
    at.uploads.drop([file('odd.csv')])
    await turn()
    at.posts[0]?.answer(answer)
    await turn()
    expect(at.settled[0]).toMatchObject({ taken: [], undescribed: 'u7' })
    expect(at.uploads.current().rejected).toMatchObject([{ uploadId: 'u7' }])
    at.uploads.drop([file('odd.csv'), file('notes.txt')])
    await turn()
    at.posts[1]?.answer(answer)
    await turn()
    expect(at.settled[1]?.undescribed).toBeUndefined()
  })

  test('a refusal of the file is an answer too', async () => {
    const at = server()
    at.uploads.drop([file('a.xlsx')])
    await turn()
    const message = 'a.xlsx, sheet 1: too many cells.'
    at.posts[0]?.fail(new ApiError({ code: 'unsupported_file', message, fields: {}, status: 422 }))
    await turn()
    expect(at.uploads.current().rejected).toMatchObject([{ detail: message }])
  })

  test('R4.8 R5.3 rejected drops are listed newest first, and never sent', async () => {
    const at = server()
    at.uploads.drop([file('a.txt'), file('b.pdf')])
    at.uploads.drop([file('c.doc')])
    await turn()
    expect(at.uploads.current().rejected.map(({ text }) => text.split(' ')[0])).toEqual([
      'c.doc',
      'b.pdf',
      'a.txt',
    ])
    expect(at.log).toEqual([])
  })

  test('what was turned away before does not hold back what is dropped later', async () => {
    const at = server()
    at.uploads.drop([file('a.txt')])
    at.uploads.drop([file('a.csv')])
    await turn()
    at.posts[0]?.answer(taken())
    await turn()
    expect(at.settled).toMatchObject([{ taken: ['a.csv'], needsAttention: false }])
  })

  test('R4.7 a post that fails says nothing; the file keeps its row and goes again under the same key', async () => {
    const at = server()
    at.uploads.drop([file('a.csv')])
    await turn()
    at.posts[0]?.fail(unreachable)
    await turn()
    expect(states(at)).toEqual(['a.csv unsent'])
    expect(at.uploads.current().rejected).toEqual([])
    expect(at.settled).toMatchObject([{ taken: [], needsAttention: true }])

    at.uploads.retry(at.uploads.current().files[0]?.id ?? 0)
    await turn()
    at.posts[1]?.answer(taken())
    await turn()
    expect(at.posts[1]?.key).toBe(at.posts[0]?.key)
    expect(states(at)).toEqual(['a.csv taken'])
    expect(at.settled[1]).toMatchObject({ taken: ['a.csv'], needsAttention: false })
  })

  test('R4.7 a trace that cannot be had says nothing, and is asked for again', async () => {
    let fails = true
    const at = server({ ensureTrace: () => (fails ? Promise.reject(unreachable) : Promise.resolve('t2')) })
    at.uploads.drop([file('a.csv')])
    await turn()
    expect(states(at)).toEqual(['a.csv unsent'])
    fails = false
    at.uploads.retry(at.uploads.current().files[0]?.id ?? 0)
    await turn()
    expect(at.posts.map(({ traceId }) => traceId)).toEqual(['t2'])
  })
})

test('R4.4 R4.5 R2.168 the notification names the file, or says Files', () => {
  expect(queuedText(['a.csv'])).toBe('a.csv added to Import Queue.')
  expect(queuedText(['a.csv', 'b.csv'])).toBe('Files added to Import Queue.')
})
