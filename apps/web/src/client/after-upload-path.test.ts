import { expect, test } from 'vitest'
import { afterUploadPath } from './after-upload-path.ts'

const isRegistered = (path: string) => ['/imports', '/wallets'].includes(path)

test('R2.165 the import history, unless a path is kept by the browser', () => {
  expect(afterUploadPath(null, false, isRegistered)).toBe('/imports')
})

test('R2.166 the path that is kept, when it is a screen of ours', () => {
  expect(afterUploadPath('/wallets', false, isRegistered)).toBe('/wallets')
  expect(afterUploadPath('//evil.example', false, isRegistered)).toBe('/imports')
  expect(afterUploadPath('/not-there', false, isRegistered)).toBe('/imports')
})

test('R2.167 first_import=success when it was the first, and only then', () => {
  expect(afterUploadPath(null, true, isRegistered)).toBe('/imports?first_import=success')
  expect(afterUploadPath('/wallets?view=cards', true, isRegistered)).toBe(
    '/wallets?view=cards&first_import=success',
  )
})
