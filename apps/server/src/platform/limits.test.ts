import { expect, test } from 'vitest'
import { ManualClock } from './clock.ts'
import { addressKey, Limits } from './limits.ts'
import { Refusal } from './refusal.ts'

test('a bucket holds its burst, and refills with time and not beyond', async () => {
  const clock = new ManualClock(new Date(0))
  const limits = new Limits(clock)
  const takes = async (count: number) => {
    let taken = 0
    for (let n = 0; n < count; n += 1) {
      try {
        await limits.take('exports', 'a')
        taken += 1
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal)
      }
    }
    return taken
  }
  expect(await takes(20)).toBe(12)
  clock.advance(59_999)
  expect(await takes(1)).toBe(0)
  clock.advance(1)
  expect(await takes(5)).toBe(1)
  clock.advance(24 * 60 * 60_000)
  expect(await takes(20)).toBe(12)
  await limits.take('exports', 'b')
})

test('who is refused hears how long to wait, where it is longer than a moment', async () => {
  const clock = new ManualClock(new Date(0))
  const limits = new Limits(clock)
  const refusal = async (name: 'exports' | 'reads' | 'invitations') => {
    for (;;) {
      try {
        await limits.take(name, 'a')
      } catch (error) {
        return (error as Refusal).message
      }
    }
  }
  expect(await refusal('exports')).toBe('Too many requests. Please try again in 60 seconds.')
  clock.advance(39_500)
  expect(await refusal('exports')).toBe('Too many requests. Please try again in 21 seconds.')
  expect(await refusal('invitations')).toBe('Too many requests. Please try again in 29 minutes.')
  expect(await refusal('reads')).toBe('Too many requests. Please wait a moment.')
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s fills the bucket of %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key)
})

test('a limit states its policy and what is left of it', async () => {
  const clock = new ManualClock(new Date(0))
  const limits = new Limits(clock)
  expect(limits.headersOf('reads', 'a')).toEqual({ policy: '"reads";q=60;w=3', limit: '"reads";r=60;t=0' })
  for (let n = 0; n < 60; n += 1) await limits.take('reads', 'a')
  expect(limits.headersOf('reads', 'a').limit).toBe('"reads";r=0;t=3')
  clock.advance(1_000)
  expect(limits.headersOf('reads', 'a').limit).toBe('"reads";r=20;t=2')
  expect(limits.headersOf('exports', 'a').policy).toBe('"exports";q=12;w=720')
})
