import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

/** The module as a page that was just loaded has it. */
async function loaded() {
  vi.resetModules()
  return import('./recent-imports.ts')
}

test('the receipt of an upload outlives a reload until it is closed or the next file is uploaded', async () => {
  const first = await loaded()
  first.recentImports.add(['a'])
  first.recentImports.add(['b', 'a'])
  const second = await loaded()
  expect(second.currentImports()).toEqual(['b', 'a'])
  second.recentImports.add(['c'])
  expect(second.currentImports()).toEqual(['c'])
  second.recentImports.clear()
  expect((await loaded()).currentImports()).toEqual([])
})

test('what is no list of names counts as none', async () => {
  for (const broken of ['{', 'null', '"x"', '[1,{}]']) {
    sessionStorage.setItem('recent imports', broken)
    expect((await loaded()).currentImports(), broken).toEqual([])
  }
})
