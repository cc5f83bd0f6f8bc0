import { expect, test } from 'vitest'
import { ProviderDown } from '../../connecting/ask.ts'
import { type Position, ProviderFailed, type Visit, type AddressAccess } from '../../connecting/connector.ts'
import type { ProviderName } from '../../connecting/providers.ts'
import { evmConnectors } from './evm-connector.ts'

const NOW = Date.UTC(2026, 10, 1)
const CLOSED = 'Free API access is not supported for this chain. Please upgrade your api plan.'

/** An address without transactions, by explorers of which some are open, some have a key of the customer's own, and some are down. */
function chainBy(
  slug: string,
  {
    open,
    own = [],
    down = [],
    closed = [],
  }: Partial<Record<'open' | 'own' | 'down' | 'closed', readonly ProviderName[]>>,
) {
  const asked: string[] = []
  const visit: Visit<AddressAccess> = {
    access: { chain: slug, address: `0x${'1'.repeat(40)}`, isExtendedKey: false },
    now: () => NOW,
    isOpen: (provider) => open?.includes(provider) === true || own.includes(provider),
    isOwn: (provider) => own.includes(provider),
    ask: (provider) => async (made) => {
      const { path } = typeof made === 'function' ? await made() : made
      asked.push(provider)
      if (down.includes(provider)) throw new ProviderDown(provider, 'timeout', true)
      const result = /txlist|token|withdrawal/i.test(path) ? [] : path.includes('proxy') ? '0x' : '0'
      const body = closed.includes(provider)
        ? { status: '0', message: 'NOTOK', result: CLOSED }
        : { status: '1', message: 'OK', result }
      return { status: 200, headers: {}, text: JSON.stringify(body) }
    },
  }
  const connector = evmConnectors.find((one) => one.slug === slug)
  if (connector === undefined) throw new Error(`no connector of ${slug}`)
  return {
    /** Walks, from a place on, and tells who was asked, each once. */
    async walk(from: Position | null = null, pages = Infinity) {
      asked.length = 0
      let last: Position | null = from
      let n = 0
      for await (const { next } of connector.fetch(visit, from)) {
        last = next
        n += 1
        if (n >= pages) break
      }
      return { last, asked: [...new Set(asked)] }
    },
    look: async () => {
      asked.length = 0
      await connector.look?.(visit)
      return [...new Set(asked)]
    },
  }
}

const KEYLESS: ProviderName[] = ['routescan']

test('the explorer that the customer has a key of their own for is asked first', async () => {
  expect((await chainBy('base', { open: KEYLESS }).walk()).asked).toEqual(['routescan'])
  expect((await chainBy('base', { open: KEYLESS, own: ['etherscan'] }).walk()).asked).toEqual(['etherscan'])
  expect(
    (await chainBy('ethereum', { open: ['etherscan', ...KEYLESS], own: ['blockscout'] }).walk()).asked,
  ).toEqual(['blockscout'])
})

test('a key whose plan does not open the chain, and an explorer that is down, give way to the next', async () => {
  const closed = chainBy('bsc', { open: KEYLESS, own: ['etherscan'], closed: ['etherscan'] })
  expect((await closed.walk()).asked).toEqual(['etherscan', 'routescan'])
  expect(await closed.look()).toEqual(['etherscan', 'routescan'])
  const down = chainBy('base', { open: KEYLESS, own: ['blockscout'], down: ['blockscout'] })
  expect((await down.walk()).asked).toEqual(['blockscout', 'routescan'])
  const alone = chainBy('bsc', { own: ['etherscan'], closed: ['etherscan'] })
  await expect(alone.walk()).rejects.toThrow(ProviderFailed)
})

test('a walk that was broken off goes on at its explorer, or anew at one that can be asked now', async () => {
  const before = await chainBy('ethereum', { open: KEYLESS, own: ['etherscan'] }).walk(null, 2)
  expect(before.last).toMatchObject({ provider: 'etherscan', list: 2 })
  const same = await chainBy('ethereum', { open: KEYLESS, own: ['etherscan'] }).walk(before.last, 1)
  expect(same.last).toMatchObject({ provider: 'etherscan', list: 3 })
  // The key is gone: the lists are read again elsewhere, from the block on that the walk began at.
  const gone = await chainBy('ethereum', { open: KEYLESS }).walk(before.last, 1)
  expect(gone.last).toMatchObject({ provider: 'routescan', list: 1, start: 0 })
  expect(gone.asked).toEqual(['routescan'])
  // A key came since.
  const came = await chainBy('ethereum', { open: KEYLESS, own: ['blockscout'] }).walk(gone.last, 1)
  expect(came.last).toMatchObject({ provider: 'blockscout', list: 1 })
  // One that does not answer takes nothing away from the walk.
  const down = chainBy('ethereum', { open: KEYLESS, own: ['blockscout'], down: ['blockscout'] })
  expect((await down.walk(gone.last, 1)).last).toMatchObject({ provider: 'routescan', list: 2 })
  await expect(chainBy('ethereum', {}).walk(gone.last)).rejects.toThrow('Nobody who can be asked')
})
