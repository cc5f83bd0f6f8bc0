import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { ProviderFailed } from '../../connecting/connector.ts'
import { type ExplorerApi, rowsOf } from './explorer-api.ts'

/** Stream of the pages that list what validators paid to an address. */
export const WITHDRAWALS = 'withdrawals'

/**
 * How an explorer lists withdrawals of validators: `items` newest first behind a cursor, as Blockscout does
 * (https://docs.blockscout.com/api-reference/get-address-withdrawals), `rows` as a list of the Etherscan kind from a block on
 * (https://docs.etherscan.io/api-reference/endpoint/txsbeaconwithdrawal), `none` where it has no such list.
 */
export type WithdrawalList = 'items' | 'rows' | 'none'

/** Place that a walk through withdrawals goes on from; the form is undefined before the first answer. */
export interface WithdrawalWalk {
  readonly form?: WithdrawalList
  readonly start: number
  readonly page: number
  readonly cursor: string
}

/** An answer with withdrawals, and where the walk goes on; undefined at the end of the list. */
export interface WithdrawalPage {
  readonly text: string
  readonly entries: number
  readonly next: WithdrawalWalk | undefined
}

/** Asks for one answer. Items end where they are older than the block that is read from. @throws ProviderFailed */
export async function withdrawalPage(
  api: ExplorerApi,
  walk: WithdrawalWalk,
  { since, size }: { readonly since: number; readonly size: number },
): Promise<WithdrawalPage> {
  const { form, start, page, cursor } = walk
  const items = form === undefined || form === 'items' ? await api.withdrawalItems(cursor) : undefined
  if (items !== undefined) {
    const listed = entriesOf(items.json)
    const next = cursorIn(items.json)
    const isLast = next === null || next === cursor || listed.some(({ block }) => Number(block) < since)
    return {
      text: items.text,
      entries: listed.length,
      next: isLast ? undefined : { ...walk, form: 'items', cursor: next },
    }
  }
  const rows = form === 'items' ? undefined : await api.withdrawalRows({ start, page, size })
  // Kept without a text, it says that nobody lists them.
  if (rows === undefined) return { text: '', entries: 1, next: undefined }
  const blocks = entriesOf(rows.json).map(({ block }) => Number(block))
  const last = blocks.reduce((most, block) => Math.max(most, block), 0)
  const isEnd = blocks.length === 0 && page === 1
  // The next answer begins at the block that this one ends in, which may have been cut there; pages are counted inside of one block.
  const behind =
    blocks.length === 0
      ? { start: start + 1, page: 1 }
      : last > start
        ? { start: last, page: 1 }
        : blocks.length < size
          ? { start: start + 1, page: 1 }
          : { start, page: page + 1 }
  return {
    text: rows.text,
    entries: blocks.length,
    next: isEnd ? undefined : { form: 'rows', cursor: '', ...behind },
  }
}

function entriesOf(json: unknown): readonly Withdrawal[] {
  const all = withdrawalsIn(json)
  if (typeof all === 'string' || all.some(({ block }) => !/^\d{1,12}$/.test(block)))
    throw new ProviderFailed('Its server names no block of a withdrawal.')
  return all
}

/** A withdrawal that the beacon chain paid into a block. */
export interface Withdrawal {
  /** Its number among all withdrawals. */
  readonly index: string
  readonly validator: string
  readonly block: string
  /** Seconds since 1970, or ISO 8601. */
  readonly time: string
  /** Whole number of wei; the text itself where it is none. */
  readonly wei: string
}

/** Withdrawals of an answer, in the order it lists them; the reason where it lists none at all. */
export function withdrawalsIn(json: unknown): readonly Withdrawal[] | string {
  if (isObject(json) && Array.isArray(json['items'])) return objectsOf(json['items']).map(ofItem)
  const rows = rowsOf(json)
  return typeof rows === 'string' ? rows : rows.map(ofRow)
}

/** Etherscan states the amount in gwei. */
function ofRow(row: JsonObject): Withdrawal {
  const gwei = textIn(row, 'amount')
  return {
    index: textIn(row, 'withdrawalIndex'),
    validator: textIn(row, 'validatorIndex'),
    block: textIn(row, 'blockNumber'),
    time: textIn(row, 'timestamp') || textIn(row, 'timeStamp'),
    wei: /^\d{1,20}$/.test(gwei) ? String(BigInt(gwei) * 1_000_000_000n) : gwei,
  }
}

/** Blockscout states the amount in wei. */
function ofItem(item: JsonObject): Withdrawal {
  return {
    index: textIn(item, 'index'),
    validator: textIn(item, 'validator_index'),
    block: textIn(item, 'block_number'),
    time: textIn(item, 'timestamp'),
    wei: textIn(item, 'amount'),
  }
}

/** The cursor behind an answer of items; null at the end of the list. */
function cursorIn(json: unknown): string | null {
  const next = isObject(json) ? json['next_page_params'] : undefined
  if (!isObject(next)) return null
  const parameters = Object.keys(next).map((name): [string, string] => [name, textIn(next, name)])
  return new URLSearchParams(parameters).toString()
}
