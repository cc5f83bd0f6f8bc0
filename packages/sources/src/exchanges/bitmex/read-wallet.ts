import type { AssetId } from '@lotbook/journal'
import { decimal, isNegative } from '@lotbook/money'
import type { StoredPage } from '../../connecting/connector.ts'
import { absoluteAmount, type Amount, isZeroAmount, subtractAmounts } from '../../reading/amount-text.ts'
import { bareHash } from '../../reading/bare-hash.ts'
import { Collector, SeenNames } from '../../reading/collector.ts'
import type { Reading } from '../../reading/outcome.ts'
import { type BalancedEntry, checkBalances } from '../../reading/running-balance.ts'
import { shown } from '../../reading/shown.ts'
import { exactJsonOf, isObject, type JsonObject, textIn } from '../json-answer.ts'
import type { JsonRecord } from '../json-record.ts'
import { newestEntries } from '../newest-entries.ts'
import { sayUncounted, uncountedCosts } from '../uncounted-costs.ts'

export const ASSETS = 'assets'
export const WALLET = 'wallet'

/** The entries of an answer; undefined where it is no list. */
export function entriesOf(text: string): readonly JsonObject[] | undefined {
  const list = exactJsonOf(text)
  return Array.isArray(list) && list.every(isObject) ? list : undefined
}

/** A currency of BitMEX: amounts are whole numbers of its smallest unit. */
interface Currency {
  readonly asset: AssetId
  readonly places: number
}

const OWN_CODE: Readonly<Record<string, string>> = { XBT: 'BTC' }

/** Reads the history of BitMEX's wallets, each held to the running balance that its entries state. A day's profit or loss that is not settled yet comes again when it is. */
export function readWalletPages(pages: readonly StoredPage[]): Reading {
  const currencies = currenciesOf(pages)
  const out = new Collector({ exchange: 'BitMEX', names: new SeenNames() })
  const { entries, refused } = newestEntries(
    pages.filter(({ stream }) => stream === WALLET),
    {
      kind: 'bitmex-wallet',
      entriesOf: ({ text }) => entriesOf(text)?.map((entry) => [textIn(entry, 'transactID'), entry] as const),
    },
  )
  const settled: BalancedEntry[] = []
  for (const { entry, record } of entries)
    out.attempt([record], () => readEntry({ record, entry, currencies, settled, out }))
  checkBalances(settled, out, 'walletBalance')
  const { transactions, skipped, notes, errors, balances, series } = out
  return { transactions, skipped, notes, errors: [...refused, ...errors], balances, series }
}

interface EntryReading {
  readonly record: JsonRecord
  readonly entry: JsonObject
  readonly currencies: ReadonlyMap<string, Currency>
  /** Entries that changed a wallet, each with the balance that it states. */
  readonly settled: BalancedEntry[]
  readonly out: Collector
}

function currenciesOf(pages: readonly StoredPage[]): ReadonlyMap<string, Currency> {
  const known = new Map<string, Currency>()
  for (const { stream, text } of pages)
    if (stream === ASSETS)
      for (const entry of entriesOf(text) ?? []) {
        const code = textIn(entry, 'asset').toUpperCase()
        const scale = textIn(entry, 'scale')
        if (/^\d{1,2}$/.test(scale))
          known.set(textIn(entry, 'currency'), { asset: OWN_CODE[code] ?? code, places: Number(scale) })
      }
  return known
}

const NOT_DONE: Readonly<Record<string, string>> = {
  Pending: 'pending',
  Canceled: 'cancelled',
  Rejected: 'failed',
}

function readEntry({ record, entry, currencies, settled, out }: EntryReading): void {
  const type = record.text('transactType')
  // It is what positions would bring if they were closed.
  if (type === 'UnrealisedPNL') return out.skip([record], 'no_value_moved')
  const reason = NOT_DONE[record.text('transactStatus')]
  if (reason !== undefined) return out.skip([record], reason)
  const currency = currencies.get(record.text('currency'))
  if (currency === undefined)
    throw record.problem('unmapped_type', 'currency', 'BitMEX does not say what this currency is')
  const inCoins = (amount: Amount): Amount => ({
    value: decimal(amount.value.units, amount.value.scale + currency.places),
    places: currency.places,
  })
  const moved = record.requiredAmount('amount')
  const cost = record.amount('fee')
  const leg = { asset: currency.asset, amount: inCoins(absoluteAmount(moved)) }
  const fee =
    cost === null || isZeroAmount(cost)
      ? null
      : { asset: currency.asset, amount: inCoins(absoluteAmount(cost)) }
  sayUncounted(out, record, 'BitMEX', uncountedCosts(entry, cost === null ? [] : [cost]))
  const base = {
    at: record.time(record.text('transactTime') === '' ? 'timestamp' : 'transactTime'),
    externalId: record.text('transactID'),
    txHash: bareHash(record.text('tx')),
    fee,
  }
  const balance = out.statedAmount(record, 'walletBalance')
  settled.push({
    record,
    at: base.at,
    asset: currency.asset,
    amount: inCoins(moved),
    // It is in the amount.
    fee: null,
    balance: balance === null ? undefined : inCoins(balance).value,
    balanceKey: [record.text('account'), record.text('currency')].join(' ').trim(),
  })
  if (isZeroAmount(moved)) return out.skip([record], 'zero_amount')
  const isMinus = isNegative(moved.value)
  switch (type) {
    case 'Deposit':
      return out.add([record], { ...base, type: 'incoming', subType: 'received', to: leg })
    case 'Withdrawal': {
      // The fee is in it: the balance falls by the amount alone.
      const sent = fee === null ? leg.amount : subtractAmounts(leg.amount, fee.amount)
      if (isNegative(sent.value)) throw record.feeAboveAmount('fee')
      return out.add([record], {
        ...base,
        type: 'outgoing',
        subType: 'sent',
        from: { asset: leg.asset, amount: sent },
      })
    }
    case 'RealisedPNL':
    case 'Funding':
      // The address of such an entry is the contract.
      return out.add([record], {
        ...base,
        comment: record.text('address'),
        ...(isMinus
          ? ({ type: 'outgoing', subType: 'margin_loss', from: leg } as const)
          : ({ type: 'incoming', subType: 'margin_gain', to: leg } as const)),
      })
    case 'AffiliatePayout':
      return out.add([record], { ...base, type: 'incoming', subType: 'misc_reward', to: leg })
    case 'Transfer':
      // Between accounts of one customer: the other side is another account.
      if (isMinus) return out.add([record], { ...base, type: 'outgoing', subType: 'sent', from: leg })
      return out.add([record], { ...base, type: 'incoming', subType: 'received', to: leg })
    default:
      throw record.problem('unmapped_type', 'transactType', `Not a known kind of entry: ${shown(type)}`)
  }
}
