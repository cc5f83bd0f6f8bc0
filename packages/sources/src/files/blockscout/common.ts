import type { AssetId } from '@lotbook/journal'
import { explorerChains } from '../../catalogue/explorer-chains.ts'
import { type Amount, parseAmount } from '../../reading/amount-text.ts'
import type { AccountQuestion } from '../reader/csv-format.ts'
import type { AccountHint, ReadOptions } from '../reader/file-reading.ts'
import { shifted } from '../reader/legs.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { cleanCell } from '../reader/table.ts'

const WEI = 18

export const wallet = { sourceSlug: 'evm-explorer', exchange: 'EVM wallet', timeZone: 'UTC' } as const

/** An amount of the coin; without a point it counts wei. */
export function coinAmount(row: Row, column: string): Amount | null {
  const text = row.text(column)
  const amount = parseAmount(text)
  if (amount === undefined) throw row.problem('not_an_amount', column, `Not an amount: ${text}`)
  return amount === null || text.includes('.') ? amount : shifted(amount, WEI)
}

/** The coin of the chain that the person named, else ETH. */
export function coinOfChain({ account }: Sheet): AssetId {
  return explorerChains.find(({ slug }) => slug === account.chain)?.coins.at(-1) ?? 'ETH'
}

/** Nothing in the file says the chain, so its coin is a guess until somebody does. */
export const assumedCoin = ({ account }: Sheet): string[] =>
  account.chain === undefined ? ['native_assumed'] : []

export const hashOf = (row: Row): string => row.text('TxHash').toLowerCase()

/** The address that received what came in and sent what went out, in every row. */
export function accountByType(
  sheet: Sheet,
  { ownAddress, chain }: Pick<ReadOptions, 'ownAddress' | 'chain'>,
): AccountHint | AccountQuestion {
  const ofChain = chain === undefined ? {} : { chain }
  if (ownAddress !== undefined) return { address: ownAddress.toLowerCase(), ...ofChain }
  const at = (name: string) => sheet.columnOf(name) ?? -1
  const [type, from, to] = [at('Type'), at('FromAddress'), at('ToAddress')]
  const own = sheet.rows.flatMap(({ cells }) => {
    const cell = (column: number) => cleanCell(cells[column] ?? '').toLowerCase()
    return cell(type) === 'in' ? [cell(to)] : cell(type) === 'out' ? [cell(from)] : []
  })
  const [address, ...others] = [...new Set(own)].filter((text) => text !== '')
  if (others.length > 0 && address !== undefined)
    return {
      question: 'own_address',
      candidates: [address, ...others].slice(0, 5).map((value) => ({ value, label: value })),
    }
  return { ...(address === undefined ? {} : { address }), ...ofChain }
}
