import { expect, test } from 'vitest'
import { chainHash, writtenHashes } from './chain-hash.ts'

const HEX = 'ab'.repeat(32)

test('a hash is the same in any case and with or without its prefix', () => {
  for (const text of [HEX, HEX.toUpperCase(), `0x${HEX}`, `0X${HEX.toUpperCase()}`, ` ${HEX} `])
    expect(chainHash(text)).toBe(HEX)
  const signature = '5'.repeat(87)
  expect(chainHash(signature)).toBe(signature)
})

test('an id that no chain gave is no hash', () => {
  for (const text of [null, '', 'Internal transfer 123', '0xaaa', '6c3e-11', HEX.slice(1), `${HEX}0`])
    expect(chainHash(text)).toBeNull()
})

test('the forms that sources write find one another', () => {
  expect(writtenHashes(`0x${HEX}`)).toEqual(expect.arrayContaining([HEX, HEX.toUpperCase()]))
  expect(writtenHashes('order 7')).toEqual([])
})
