import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { ForbiddenAddress, isPublicAddress, publicLookup, type Resolve } from './public-address.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  'localhost',
  '',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '104.16.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1', '2a00:1450:4001::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

function look(resolve: Resolve, all: boolean): Promise<string | LookupAddress[]> {
  return new Promise((done, fail) => {
    publicLookup(resolve)('provider.example', { all }, (error, address) =>
      error === null ? done(address) : fail(error),
    )
  })
}

test('a connection is made to the addresses that were checked', async () => {
  const found = [
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ]
  expect(await look(() => Promise.resolve(found), true)).toEqual(found)
  expect(await look(() => Promise.resolve(found), false)).toBe('8.8.8.8')
})

test('a name that leads inside this network is refused: also with its second address, and also later', async () => {
  const inside = { address: '127.0.0.1', family: 4 }
  const outside = { address: '8.8.8.8', family: 4 }
  await expect(look(() => Promise.resolve([outside, inside]), true)).rejects.toThrow(ForbiddenAddress)
  await expect(look(() => Promise.resolve([]), true)).rejects.toThrow(ForbiddenAddress)

  const answers = [[outside], [inside]]
  const rebinding: Resolve = () => Promise.resolve(answers.shift() ?? [])
  expect(await look(rebinding, false)).toBe('8.8.8.8')
  await expect(look(rebinding, false)).rejects.toThrow(ForbiddenAddress)
})
