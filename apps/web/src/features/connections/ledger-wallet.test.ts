import { getSimulatorTransport, profiles } from '@ledgerhq/wallet-api-simulator'
import { expect, test } from 'vitest'
import { HARDWARE_COINS } from './hardware-accounts.ts'
import { type LedgerTransport, ledgerTransport, LedgerWallet } from './ledger-wallet.ts'

const XPUB =
  'xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz'
const [profile] = [profiles.STANDARD]
const coins = Object.keys(HARDWARE_COINS)

/** Ledger's own simulator of its app, with its accounts and what it answers about their keys. */
function simulated(xpub: () => string, methods = profile.permissions.methodIds): LedgerTransport {
  const ours = typeof profile.methods === 'function' ? profile.methods(profile) : profile.methods
  return getSimulatorTransport({
    ...profile,
    permissions: { ...profile.permissions, methodIds: methods },
    methods: { ...ours, 'bitcoin.getXPub': xpub },
  }) as LedgerTransport
}

test('accounts come from the app with their extended public keys, those of other coins left out', async () => {
  const wallet = new LedgerWallet(simulated(() => XPUB))
  expect(await wallet.accounts(coins)).toEqual([
    {
      id: 'account-btc-1',
      name: 'Bitcoin 1',
      currency: 'bitcoin',
      address: '11111a11-1aaa-111a-1aa1-aa11aa11aa11',
      xpub: XPUB,
    },
  ])
})

test('what the app refuses is an error that says why', async () => {
  const wallet = new LedgerWallet(simulated(() => XPUB, ['account.list']))
  await expect(wallet.accounts(coins)).rejects.toThrow(/permission|unexpected server error/i)
})

test('an ordinary browser has no way to the app, and hears no message', () => {
  const heard: string[] = []
  const target = { addEventListener: (type: string) => heard.push(type) }
  expect(ledgerTransport(target as never)).toBeUndefined()
  expect(heard).toEqual([])
})
