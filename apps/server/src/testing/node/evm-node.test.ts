import {
  addressConnector,
  type AddressConnector,
  eventIdentity,
  type Reading,
  settleEvent,
} from '@lotbook/sources'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { walkThrough } from '../providers/walk.ts'
import { COIN_CODE, coinCalls } from './coin-contract.ts'
import { startLocalNode } from './local-node.ts'
import { nodeExplorer } from './node-explorer.ts'

const node = await startLocalNode()
afterAll(() => node.close())

const ME = '0x52908400098527886e0f7030069857d2e4169ee7'
const FRIEND = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
const OTHER = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const ETHER = 10n ** 18n
const hex = (value: bigint): string => `0x${value.toString(16)}`

interface Sent {
  readonly from: string
  readonly to?: string
  readonly value?: bigint
  readonly data?: string
}

/** Sends a transaction, which stands in a block of its own when this is answered; whether it succeeded. */
async function send({ from, to, value = 0n, data }: Sent): Promise<{ isDone: boolean; made: string }> {
  // With so much gas the node does not look first whether it will fail.
  const hash = await node.call('eth_sendTransaction', {
    from,
    ...(to === undefined ? {} : { to }),
    ...(data === undefined ? {} : { data }),
    value: hex(value),
    gas: hex(3_000_000n),
  })
  await node.call('evm_mine')
  const receipt = (await node.call('eth_getTransactionReceipt', hash)) as {
    status: string
    contractAddress: string | null
  }
  return { isDone: receipt.status === '0x1', made: receipt.contractAddress ?? '' }
}

const connector = addressConnector('ethereum') as AddressConnector
const handlers = { 'blockscout-eth': nodeExplorer(node) }

async function readAll(address: string): Promise<Reading> {
  const access = { chain: 'ethereum', address, isExtendedKey: false }
  return connector.read((await walkThrough(connector, access, { handlers })).pages, access)
}

function units(amount: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** Arrivals less departures of the coin and of the token, in smallest units. */
function heldBy({ transactions }: Reading): { coin: bigint; token: bigint } {
  const held = { coin: 0n, token: 0n }
  const add = (leg: { readonly asset: string; readonly amount: string } | null, sign: bigint) => {
    if (leg?.asset === 'ETH') held.coin += sign * units(leg.amount, 18)
    else if (leg !== null) held.token += sign * units(leg.amount, 6)
  }
  for (const { from, to, fee } of transactions) {
    add(to, 1n)
    add(from, -1n)
    add(fee, -1n)
  }
  return held
}

test('what is read of an address is what a real node says that it holds, whatever was sent, failed or came from a contract', async () => {
  const [rich = ''] = (await node.call('eth_accounts')) as string[]
  for (const address of [ME, FRIEND]) await node.call('anvil_impersonateAccount', address)
  const { made: token } = await send({ from: rich, data: COIN_CODE })
  await send({ from: rich, to: token, value: 50n * ETHER })
  await send({ from: rich, to: ME, value: 100n * ETHER })
  await send({ from: rich, to: FRIEND, value: 100n * ETHER })
  await send({ from: rich, to: token, data: coinCalls.transfer(ME, 5_000_000_000n) })

  const heldOnNode = async () => ({
    coin: BigInt(String(await node.call('eth_getBalance', ME, 'latest'))),
    token: BigInt(
      String(await node.call('eth_call', { to: token, data: coinCalls.balanceOf(ME) }, 'latest')),
    ),
  })
  const acts: Readonly<Record<string, (amount: bigint) => Promise<{ isDone: boolean }>>> = {
    paid: (amount) => send({ from: ME, to: FRIEND, value: amount }),
    received: (amount) => send({ from: FRIEND, to: ME, value: amount }),
    toItself: (amount) => send({ from: ME, to: ME, value: amount }),
    tokenSent: (amount) =>
      send({ from: ME, to: token, data: coinCalls.transfer(FRIEND, amount / 10n ** 11n) }),
    tokenToItself: (amount) =>
      send({ from: ME, to: token, data: coinCalls.transfer(ME, amount / 10n ** 11n) }),
    sold: (amount) => send({ from: ME, to: token, data: coinCalls.sell(amount / 10n ** 11n) }),
    contractMade: () => send({ from: ME, data: COIN_CODE }),
    // More than it has, with coins that come back since the function takes none.
    failed: (amount) => send({ from: ME, to: token, value: amount, data: coinCalls.sell(10n ** 17n) }),
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.bigInt({ min: 10n ** 11n, max: ETHER })), {
        minLength: 10,
        maxLength: 20,
      }),
      async (drawn) => {
        for (const [name, amount] of drawn)
          expect((await acts[name]?.(amount))?.isDone, name).toBe(name !== 'failed')
        const reading = await readAll(ME)
        expect(reading.errors).toEqual([])
        const held = await heldOnNode()
        const { token: made, ...rest } = heldBy(reading)
        // Each contract that it made gave it a token of its own.
        const contracts = reading.transactions.filter(({ to }) => to?.amount === '1000000').length
        expect({ ...rest, token: made - BigInt(contracts) * 10n ** 12n }).toEqual(held)
        const [stated] = reading.balances.filter(({ asset }) => asset === 'ETH')
        expect(units(stated?.quantity ?? '', 18)).toBe(held.coin)
      },
    ),
    { numRuns: 4 },
  )
})

test('a transaction that failed costs its fee alone, and a sale to a contract is one trade of three records', async () => {
  const [rich = ''] = (await node.call('eth_accounts')) as string[]
  await node.call('anvil_impersonateAccount', OTHER)
  const { made: token } = await send({ from: rich, data: COIN_CODE })
  await send({ from: rich, to: token, value: ETHER })
  await send({ from: rich, to: OTHER, value: ETHER })
  await send({ from: rich, to: token, data: coinCalls.transfer(OTHER, 7_000_000n) })
  expect((await send({ from: OTHER, to: token, data: coinCalls.sell(10n ** 17n) })).isDone).toBe(false)
  expect((await send({ from: OTHER, to: token, data: coinCalls.sell(2_000_000n) })).isDone).toBe(true)
  const reading = await readAll(OTHER)
  const events = Map.groupBy(reading.transactions, eventIdentity)
  const lines = [...events.values()].flatMap((reads) =>
    (settleEvent([{ family: connector.family, reads }])?.transactions ?? []).map(({ read }) =>
      [read.subType ?? read.type, side(read.from), side(read.to), side(read.fee)].join(' '),
    ),
  )
  expect(lines.toSorted()).toEqual([
    expect.stringMatching(/^(?:fee 0\.\d+ ETH - -|fee - - 0\.\d+ ETH)$/),
    'received - 1 ETH -',
    'received - 7 TST -',
    expect.stringMatching(/^trade 2 TST 0\.002 ETH 0\.\d+ ETH$/),
  ])
})

const side = (leg: { readonly asset: string; readonly amount: string } | null): string =>
  leg === null ? '-' : `${leg.amount} ${leg.asset}`
