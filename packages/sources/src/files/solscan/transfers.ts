import { isZeroAmount } from '../../reading/amount-text.ts'
import { negate } from '@lotbook/money'
import { TIP_ACCOUNTS } from '../../providers/solana/tip-accounts.ts'
import { COIN_MINTS, TICKERS } from '../../providers/solana/mints.ts'
import type { AccountQuestion } from '../reader/csv-format.ts'
import type { AccountHint, ReadOptions } from '../reader/file-reading.ts'
import { inAsset, type ReadLeg, shifted } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { unixTime } from '../reader/table-declaration.ts'
import { cleanCell } from '../reader/table.ts'
import { walletTable } from '../reader/wallet.ts'
import { bySides, firstOf, isFee, leftOut } from '../reader/ways.ts'

const before = ['Signature', 'Block Time', 'Human Time', 'Action']
const token = ['Value', 'Decimals', 'Token Address']

const mintOf = (row: Row) => row.requiredText('Token Address')
const assetOf = (row: Row) => (COIN_MINTS.has(mintOf(row)) ? 'SOL' : (TICKERS[mintOf(row)] ?? mintOf(row)))

/** Which way a row moved for the own address; undefined where it moved neither. */
function flowOf(row: Row, { account }: Sheet): 'in' | 'out' | undefined {
  const flow = row.text('Flow').toLowerCase()
  if (flow === 'in' || flow === 'out') return flow
  const [isFrom, isTo] = [row.text('From') === account.address, row.text('To') === account.address]
  return isFrom === isTo ? undefined : isTo ? 'in' : 'out'
}

/** A tip for a place in a block is part of what the transaction cost. */
const isTip = (row: Row, sheet: Sheet) =>
  flowOf(row, sheet) === 'out' && TIP_ACCOUNTS.has(row.text('To')) && COIN_MINTS.has(mintOf(row))

/** An amount in the smallest unit of its token. */
const amount: ReadLeg = (row, sheet) => {
  const raw = row.amount('Amount')
  if (raw === null || isZeroAmount(raw)) return null
  const places = row.text('Decimals')
  if (!/^\d{1,2}$/.test(places))
    throw row.problem('not_an_amount', 'Decimals', `Not a count of decimals: ${places}`)
  const { value, places: shown } = shifted(raw, Number(places))
  return {
    asset: assetOf(row),
    amount: { value: flowOf(row, sheet) === 'out' ? negate(value) : value, places: shown },
  }
}

/** Solscan, transfers of an address. What moved under one signature is one event; its fee is not in the file. */
export const solscanTransfers = inOutTable({
  ...walletTable,
  // Mints are told apart by their capitals.
  keepsCase: true,
  id: 'solscan-transfers',
  family: 'solscan-transfers',
  name: 'Solscan transfers',
  sourceSlug: 'solana',
  exchange: 'Solscan',
  headers: [
    { cells: [...before, 'From', 'To', 'Amount', 'Flow', ...token] },
    { cells: [...before, 'From', 'To', 'Amount', ...token, 'Multiplier'] },
    { cells: [...before, 'From', 'To', 'Amount', 'Flow', ...token, 'Multiplier'] },
    {
      cells: [...before, 'From', 'From Token Account', 'To', 'To Token Account', 'Amount', 'Flow', ...token],
    },
  ],
  mostRows: 5000,
  time: unixTime('Block Time'),
  type: 'Action',
  means: firstOf(
    (row, sheet) => (flowOf(row, sheet) === undefined ? leftOut('not_own_address') : undefined),
    (row, sheet) => (isTip(row, sheet) ? isFee : bySides),
  ),
  moved: { leg: amount, direction: 'bySign' },
  value: inAsset('Value', 'USD'),
  tokens: (row) =>
    COIN_MINTS.has(mintOf(row)) ? {} : { [assetOf(row)]: { chain: 'solana', contract: mintOf(row) } },
  group: (row) => row.text('Signature'),
  groupId: 'Signature',
  txHash: ['Signature'],
  account,
})

/** The address that received what flowed in and sent what flowed out; asked for where the file does not say what flowed. */
function account(
  sheet: Sheet,
  { ownAddress }: Pick<ReadOptions, 'ownAddress'>,
): AccountHint | AccountQuestion {
  if (ownAddress !== undefined) return { address: ownAddress, chain: 'solana' }
  const at = (name: string) => sheet.columnOf(name) ?? -1
  const [flow, from, to] = [at('Flow'), at('From'), at('To')]
  const counts = new Map<string, number>()
  for (const { cells } of sheet.rows) {
    const cell = (column: number) => cleanCell(cells[column] ?? '')
    const way = cell(flow).toLowerCase()
    const own = way === 'in' ? [cell(to)] : way === 'out' ? [cell(from)] : [cell(to), cell(from)]
    for (const address of own) if (address !== '') counts.set(address, (counts.get(address) ?? 0) + 1)
  }
  const [first, ...more] = [...counts].toSorted((a, b) => b[1] - a[1])
  const isSure = first !== undefined && (more.length === 0 || (flow !== -1 && first[1] > (more[0]?.[1] ?? 0)))
  if (isSure || first === undefined) return { ...(first && { address: first[0] }), chain: 'solana' }
  const candidates = [first, ...more].slice(0, 5).map(([value]) => ({ value, label: value }))
  return { question: 'own_address', candidates }
}
