import { expect, test } from 'vitest'
import { chainHash, isWholeHash, writtenHashes } from './chain-hash.ts'

const HEX = 'ab'.repeat(32)

test('a hash is the same in any case and with or without its prefix', () => {
  for (const text of [HEX, HEX.toUpperCase(), `0x${HEX}`, `0X${HEX.toUpperCase()}`, ` ${HEX} `])
    expect(chainHash(text)).toBe(HEX)
  const signature = '5'.repeat(87)
  expect(chainHash(signature)).toBe(signature)
})

test('an id that no chain gave is no hash', () => {
  for (const text of [null, '', 'Internal transfer 123', '6c3e-11', '12345', HEX.slice(1), `${HEX}0`])
    expect(chainHash(text)).toBeNull()
})

test('a hash that somebody cut short may be the same, but is not told to be another', () => {
  expect(chainHash('0xAb1')).toBe('ab1')
  expect([isWholeHash('ab1'), isWholeHash(HEX)]).toEqual([false, true])
})

test('the forms that sources write find one another', () => {
  expect(writtenHashes(`0x${HEX}`)).toEqual(expect.arrayContaining([HEX, HEX.toUpperCase()]))
  expect(writtenHashes('order 7')).toEqual([])
})
