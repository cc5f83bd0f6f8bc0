import { COMPLETION_POLL_MS, type ImportHistory, type Source } from '@lotbook/contract'
import type { LedgerAccount } from './ledger-wallet.ts'

/** R5.93: coins by Ledger's name for them. */
export const HARDWARE_COINS: Readonly<Record<string, string>> = {
  bitcoin: 'BTC',
  bitcoin_cash: 'BCH',
  dash: 'DASH',
  dogecoin: 'DOGE',
  litecoin: 'LTC',
  zcash: 'ZEC',
}

/** R3.28: an account of a hardware wallet. */
export interface HardwareAccount {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly currencyCode: string
  readonly address: string
  readonly xpub: string
  /** Slug of its chain. */
  readonly chain: string
  /** An import of it is in progress (R4.65). */
  readonly pending: boolean
}

/** R3.29: an account that is or was imported. */
export interface HardwareImport {
  /** An extended public key is known by its ends alone. */
  readonly coin_addr: string
  readonly coin_code: string
  readonly status: 'in-progress' | 'done'
  readonly id: string
}

/** The import history, as far as it is of addresses: the name of such a file is `chain: address`. */
export function hardwareImports(
  histories: readonly Pick<ImportHistory, 'id' | 'type' | 'file_name' | 'import_status'>[],
  chains: Source['chains'],
): readonly HardwareImport[] {
  return histories.flatMap(({ id, type, file_name, import_status }) => {
    const [slug = '', coin_addr] = file_name?.split(': ') ?? []
    const chain = chains.find((one) => one.slug === slug)
    if (type !== 'wallet' || chain === undefined || coin_addr === undefined) return []
    return [
      {
        id,
        coin_addr,
        coin_code: (chain.default_coin ?? '').toUpperCase(),
        status: import_status === 'in-progress' ? 'in-progress' : 'done',
      },
    ]
  })
}

/** Accounts of supported coins that are not imported yet (R4.63, R4.64). */
export function hardwareAccounts(
  accounts: readonly LedgerAccount[],
  imports: readonly HardwareImport[],
  chains: Source['chains'],
): readonly HardwareAccount[] {
  return accounts.flatMap(({ currency, ...account }) => {
    const currencyCode = HARDWARE_COINS[currency]
    const chain = chains.find(({ default_coin }) => default_coin?.toUpperCase() === currencyCode)
    if (currencyCode === undefined || chain === undefined) return []
    const known = importOf({ ...account, currencyCode }, imports)
    if (known?.status === 'done') return []
    return [{ ...account, currency, currencyCode, chain: chain.slug, pending: known !== undefined }]
  })
}

/** Milliseconds until the next look at the imports of the accounts that were sent; false once none of them is in progress (R4.68). */
export function completionPoll(
  sent: readonly HardwareAccount[],
  imports: readonly HardwareImport[],
): number | false {
  const isOpen = sent.some((account) => importOf(account, imports)?.status !== 'done')
  return isOpen ? COMPLETION_POLL_MS : false
}

function importOf(
  { xpub, address, currencyCode }: Pick<HardwareAccount, 'xpub' | 'address' | 'currencyCode'>,
  imports: readonly HardwareImport[],
): HardwareImport | undefined {
  const name = xpub === '' ? address : `${xpub.slice(0, 8)}…${xpub.slice(-4)}`
  return imports.find(({ coin_addr, coin_code }) => coin_code === currencyCode && coin_addr === name)
}

/** The boxes that are ticked at first: those of pending accounts, or all where none is pending (R5.91, R5.92). */
export function firstTicks(accounts: readonly HardwareAccount[]): readonly string[] {
  const pending = accounts.filter((account) => account.pending)
  return (pending.length > 0 ? pending : accounts).map(({ id }) => id)
}
