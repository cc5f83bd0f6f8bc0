import { type Decimal, decimal, minus, negate, plus, zero } from '@lotbook/money'
import type { AddressAccess, StoredPage } from '../../connecting/connector.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import type { JsonRecord } from '../../exchanges/json-record.ts'
import type { Reading, StatedBalance } from '../../reading/outcome.ts'
import type { ChainEvent } from '../add-event.ts'
import { detailsOf } from '../cursor-walk.ts'
import { sharedFee } from '../fee-share.ts'
import { isSpam, legsOf, type Moved, placesIn, statedUnits, tokenMoved, unitsIn } from '../moved-legs.ts'
import {
  type ListedEntry,
  type NamedEntry,
  readAccountEvents,
  readPagesOf,
  type ReadPage,
} from '../read-account-events.ts'
import { stakeAddressOf } from './stake-address.ts'

const LOVELACE = 6
const TRANSACTIONS = detailsOf('transactions')

/** The first epoch with rewards of the Shelley era: its number, its first second, and the seconds of each. */
const SHELLEY = { epoch: 208, at: 1_596_059_091, seconds: 432_000 }
/** Rewards for staking, and those that the treasury or the reserves paid, as Koios calls them; a refund is no income. */
const KINDS = {
  member: 'staking_reward',
  leader: 'staking_reward',
  treasury: 'misc_reward',
  reserves: 'misc_reward',
} as const

/** Transactions and rewards. A reward has no transaction: it is there when an epoch begins. */
export function entriesOfCardano(stream: string, json: unknown): NamedEntry[] | undefined {
  if (stream !== TRANSACTIONS && stream !== 'rewards') return []
  if (!Array.isArray(json) || !json.every(isObject)) return undefined
  return objectsOf(json).map((entry) => {
    if (stream === 'rewards') {
      const parts = ['earned_epoch', 'type', 'pool_id_bech32'].map((field) => textIn(entry, field))
      return { hash: ['reward', ...parts].join(':'), name: '', order: orderAt(spendableAt(entry)), entry }
    }
    const order = `${orderAt(Number(textIn(entry, 'tx_timestamp')))}-${textIn(entry, 'tx_block_index').padStart(6, '0')}`
    return { hash: textIn(entry, 'tx_hash'), name: '', order, entry }
  })
}

const orderAt = (seconds: number): string => String(seconds).padStart(12, '0')

const spendableAt = (reward: JsonObject): number =>
  SHELLEY.at + (Number(textIn(reward, 'spendable_epoch')) - SHELLEY.epoch) * SHELLEY.seconds

/** The addresses that are the account's own. */
type IsOwn = (side: JsonObject) => boolean

/** Reads transactions of Koios as one account sees them: what came back to it is change, and what it withdrew of rewards was its own. */
export function readCardanoPages(stored: readonly StoredPage[], access: AddressAccess | null): Reading {
  const address = access?.address ?? ''
  const stake = stakeAddressOf(address)
  const isOwn: IsOwn = (side) => {
    const payment = addressOf(side)
    if (stake === undefined) return payment === address
    // Returned collateral may state its payment address without its stake address.
    return (textIn(side, 'stake_addr') || stakeAddressOf(payment)) === stake
  }
  const pages = readPagesOf(stored)
  const seenAt = Math.max(0, ...pages.map(({ fetchedAt }) => fetchedAt))
  return readAccountEvents(
    pages,
    {
      exchange: 'Cardano',
      kind: 'cardano-tx',
      entriesIn: entriesOfCardano,
      fieldsOf: ([first]) => ({ time: timeOf(first) }),
      eventOf(record, [first]) {
        if (first === undefined) return 'no_value_moved'
        if (first.stream !== 'rewards') return transactionOf(record, first, isOwn, stake)
        // The chain already knows what it will pay when the next epoch begins.
        return spendableAt(first.entry) * 1000 > seenAt ? 'not_yet' : rewardOf(record, first)
      },
    },
    balanceOf(pages),
  )
}

function timeOf(first: ListedEntry | undefined): string {
  if (first === undefined) return ''
  return first.stream === 'rewards' ? String(spendableAt(first.entry)) : textIn(first.entry, 'tx_timestamp')
}

/** @throws UnreadableValue */
function rewardOf(record: JsonRecord, { entry, order }: ListedEntry): ChainEvent | string {
  const kind = textIn(entry, 'type')
  if (!Object.hasOwn(KINDS, kind)) return 'own_deposit_returned'
  const amount = unitsIn(record, 'amount', textIn(entry, 'amount'), LOVELACE)
  const rewards = legsOf([{ asset: 'ADA', amount }]).map((leg) => ({
    leg,
    subType: KINDS[kind as keyof typeof KINDS],
  }))
  return { at: record.time('time'), hash: '', sequence: order, fee: null, legs: [], rewards }
}

/** @throws UnreadableValue */
function transactionOf(
  record: JsonRecord,
  { hash, order, entry }: ListedEntry,
  isOwn: IsOwn,
  stake: string | undefined,
): ChainEvent {
  const lovelace = (text: string) => unitsIn(record, 'value', text, LOVELACE)
  const sum = (sides: readonly JsonObject[]) =>
    sides.filter(isOwn).reduce((total, side) => plus(total, lovelace(textIn(side, 'value'))), zero)
  const base = { at: record.time('time'), hash, sequence: order }
  if (objectsOf(entry['plutus_contracts']).some((contract) => contract['valid_contract'] === false)) {
    // A script that failed took its collateral, and did nothing else.
    const { collateral_output: back } = entry
    const given = isObject(back) ? [back] : objectsOf(back)
    const lost = minus(sum(objectsOf(entry['collateral_inputs'])), sum(given))
    return { ...base, fee: feeOf(lost), legs: [], flags: ['failed'] }
  }
  const inputs = objectsOf(entry['inputs'])
  const outputs = objectsOf(entry['outputs'])
  const withdrawn = objectsOf(entry['withdrawals'])
    .filter((one) => stake !== undefined && textIn(one, 'stake_addr') === stake)
    .reduce((total, one) => plus(total, lovelace(textIn(one, 'amount'))), zero)
  const hasOwn = inputs.some(isOwn)
  const isPayer = hasOwn && (inputs.every(isOwn) || paysForContract(entry, inputs, isOwn))
  const fee = isPayer ? lovelace(textIn(entry, 'fee')) : shareIn(entry, isOwn, stake)
  // A deposit for a stake key comes back with the key: it stays the account's own.
  const kept = isPayer ? plus(fee, depositIn(record, textIn(entry, 'deposit'))) : fee
  const coins = plus(minus(minus(sum(outputs), sum(inputs)), withdrawn), kept)
  const tokens = [
    ...tokensOf(record, inputs.filter(isOwn), negate),
    ...tokensOf(record, outputs.filter(isOwn), (amount) => amount),
  ]
  const legs = legsOf([{ asset: 'ADA', amount: coins }, ...tokens])
  const isAdvertisement = !hasOwn && tokens.length > 0 && isSpam(...tokens.map(({ asset }) => asset))
  return {
    ...base,
    fee: feeOf(fee),
    legs,
    flags: [...(hasOwn && !isPayer ? ['shared_transaction'] : []), ...(isAdvertisement ? ['spam'] : [])],
  }
}

/** Addresses whose payment part is a script, and those where it is a key, by the first letter of their header (CIP-19). */
const OF_SCRIPT = /^addr1[zx2w]/
const OF_KEY = /^addr1[qygv]/

/**
 * Whether an account pays the fee of a transaction that also spends what a contract holds. A contract pays nothing by itself: where it is
 * the only other one that put in, the fee is the account's, and so is the collateral.
 */
function paysForContract(entry: JsonObject, inputs: readonly JsonObject[], isOwn: IsOwn): boolean {
  if (objectsOf(entry['plutus_contracts']).length === 0) return false
  const isOfPerson = (side: JsonObject) =>
    OF_KEY.test(addressOf(side)) || !addressOf(side).startsWith('addr1')
  const others = inputs.filter((side) => !isOwn(side))
  const hasKey = inputs.some((side) => isOwn(side) && !OF_SCRIPT.test(addressOf(side)))
  return hasKey && !others.some(isOfPerson) && objectsOf(entry['collateral_inputs']).every(isOwn)
}

/**
 * The fee that the inputs of a single address bear beside others, which may be of the same person. None of an account, whose addresses are
 * known, and none beside a contract.
 */
function shareIn(entry: JsonObject, isOwn: IsOwn, stake: string | undefined): Decimal {
  if (stake !== undefined || objectsOf(entry['plutus_contracts']).length > 0) return zero
  return decimal(sharedFee(textIn(entry, 'fee'), objectsOf(entry['inputs']), isOwn), LOVELACE)
}

const addressOf = (side: JsonObject): string =>
  isObject(side['payment_addr']) ? textIn(side['payment_addr'], 'bech32') : ''

/** A deposit; negative where it came back. @throws UnreadableValue */
function depositIn(record: JsonRecord, text: string): Decimal {
  const amount = unitsIn(record, 'deposit', text.replace(/^-/, '') || '0', LOVELACE)
  return text.startsWith('-') ? negate(amount) : amount
}

const feeOf = (amount: Decimal) => ({ asset: 'ADA', amount: { value: amount, places: amount.scale } })

/** Tokens of outputs. @throws UnreadableValue */
function tokensOf(
  record: JsonRecord,
  sides: readonly JsonObject[],
  signed: (amount: Decimal) => Decimal,
): Moved[] {
  return sides.flatMap((side) =>
    objectsOf(side['asset_list']).map((asset) => {
      // What no registry lists has no decimals: its smallest unit is one.
      const places = placesIn(record, 'decimals', textIn(asset, 'decimals') || '0')
      const amount = unitsIn(record, 'quantity', textIn(asset, 'quantity'), places)
      const [policy, name] = [textIn(asset, 'policy_id'), textIn(asset, 'asset_name')]
      return tokenMoved(signed(amount), {
        chain: 'cardano',
        contract: `${policy}${name}`,
        symbol: nameOf(name) || textIn(asset, 'fingerprint'),
      })
    }),
  )
}

/** The name of a token, which is written in hexadecimal, behind a label of four bytes in newer ones (CIP-67). */
function nameOf(hex: string): string {
  const text = Buffer.from(hex.replace(/^00[0-9a-f]{5}0(?=.)/i, ''), 'hex').toString('latin1')
  return /^[\x21-\x7e]{1,60}$/.test(text) ? text : ''
}

/** What is held, with rewards that were not withdrawn and the deposit of the stake key. */
function balanceOf(pages: readonly ReadPage[]): StatedBalance[] {
  const page = pages.find(({ stream }) => stream === 'account')
  const [account] = page === undefined ? [] : objectsOf(page.json)
  if (page === undefined || account === undefined) return []
  const amounts = [
    textIn(account, 'total_balance') || textIn(account, 'balance'),
    textIn(account, 'deposit') || '0',
  ]
  if (!amounts.every((amount) => /^\d{1,25}$/.test(amount))) return []
  const total = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)
  return statedUnits('ADA', String(total), LOVELACE, page.fetchedAt)
}
