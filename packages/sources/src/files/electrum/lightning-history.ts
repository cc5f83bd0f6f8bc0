import { addAmounts, isZeroAmount, noAmount } from '../../reading/amount-text.ts'
import { type ReadLeg, shifted } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import { assumesBitcoin, coinInName, inNamedCoin, walletTable } from '../reader/wallet.ts'
import { bySides, firstOf, isFee, leftOut, where } from '../reader/ways.ts'

const before = ['oc_transaction_hash', 'ln_payment_hash', 'label', 'confirmations']
const amounts = ['amount_chain_bc', 'amount_lightning_bc', 'fiat_value']

const amountIn = (row: Row, column: string) => row.amount(column) ?? noAmount
const isZero = (row: Row, column: string) => isZeroAmount(amountIn(row, column))

/** True of a channel that was opened or closed and of a swap: both amounts are the wallet's, and their difference is what it cost. */
const isWithin = (row: Row) => !isZero(row, 'amount_chain_bc') && !isZero(row, 'amount_lightning_bc')

const moved: ReadLeg = (row, sheet) => {
  const amount = addAmounts(amountIn(row, 'amount_chain_bc'), amountIn(row, 'amount_lightning_bc'))
  return isZeroAmount(amount) ? null : { asset: coinInName(sheet) ?? 'BTC', amount: shifted(amount, 0) }
}

/** The fee of the chain, which the amount of what was sent contains. */
const fee: ReadLeg = (row, sheet) => {
  if (isZero(row, 'amount_chain_bc') || isWithin(row)) return null
  const inSatoshis = inNamedCoin('network_fee_satoshi')(row, sheet)
  return inSatoshis === null
    ? inNamedCoin('network_fee_bc')(row, sheet)
    : { ...inSatoshis, amount: shifted(inSatoshis.amount, 8) }
}

/** Of a group of transactions the file writes dashes for a hash. */
const hashOf = (row: Row) => row.text('oc_transaction_hash').replace(/^-+$/, '')

/** Electrum since version 4.6: amounts on the chain and on Lightning. Times are those of the computer. */
export const electrumLightning = inOutTable({
  ...walletTable,
  id: 'electrum-lightning',
  family: 'electrum',
  name: 'Electrum history, since 2024',
  sourceSlug: 'electrum',
  exchange: 'Electrum',
  headers: [
    { cells: [...before, ...amounts, 'network_fee_satoshi', 'fiat_fee', 'timestamp'] },
    { cells: [...before, ...amounts, 'network_fee_bc', 'fiat_fee', 'timestamp'] },
  ],
  unsureZone: 'flagged',
  hasFooters: false,
  time: 'timestamp',
  type: 'amount_chain_bc',
  means: firstOf(where('timestamp', /^(unconfirmed|unknown)?$/i, leftOut('unconfirmed')), (row) =>
    isWithin(row) ? isFee : bySides,
  ),
  moved: { leg: moved, direction: 'bySign' },
  fees: [{ leg: fee, isIn: 'sent', isSenders: true }],
  assumption: assumesBitcoin,
  records: [
    { kind: 'utxo-tx', id: hashOf },
    { kind: 'lightning-payment', id: 'ln_payment_hash' },
  ],
  groupId: hashOf,
  txHash: [hashOf],
  comment: 'label',
})
