import type { RuleCondition, RuleDraft } from '@lotbook/contract'
import { typeLabel } from '@lotbook/journal'
import { formatDecimal, parseDecimal } from '@lotbook/money'
import { sourceBySlug } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** How accounts and assets are called. */
export interface RuleNames {
  readonly account: (id: string) => string
  readonly asset: (id: string) => string
}

/** `When source is Coinbase and asset is ETH and direction is in, set type to Staking reward`: the name of a rule. */
export function ruleSentence({ condition, result }: RuleDraft, names: RuleNames): string {
  const parts = partsOf(condition, names)
  return `When ${parts.length === 0 ? 'it is any transaction' : parts.join(' and ')}, ${resultWords(result)}`
}

/** `set type to Staking reward`. */
export function resultWords(result: RuleDraft['result']): string {
  return result.set === 'ignored' ? 'ignore it' : `set type to ${typeLabel(result.type, result.sub_type)}`
}

function partsOf(condition: RuleCondition, names: RuleNames): string[] {
  const { source, account_id, asset, direction, type, amount, text } = condition
  const parts: string[] = []
  if (source !== undefined) parts.push(`source is ${sourceBySlug(source)?.name ?? source}`)
  if (account_id !== undefined) parts.push(`account is ${names.account(account_id)}`)
  if (asset !== undefined) parts.push(`asset is ${names.asset(asset)}`)
  if (direction !== undefined) parts.push(`direction is ${direction === 'both' ? 'in and out' : direction}`)
  if (type !== undefined) parts.push(`type is ${typeLabel(type.type, type.sub_type)}`)
  if (amount !== undefined) parts.push(`amount is ${TESTS[amount.test]} ${plainAmount(amount.amount)}`)
  if (text !== undefined) parts.push(`comment contains “${text}”`)
  return parts
}

const TESTS = { at_least: 'at least', at_most: 'at most', exactly: 'exactly' } as const

function plainAmount(text: string): string {
  const value = parseDecimal(text)
  return value === undefined ? text : formatDecimal(value)
}

/** The names that the sentences of some rules need. */
export async function ruleNames(tx: Tx, userId: string, drafts: readonly RuleDraft[]): Promise<RuleNames> {
  const accountIds = drafts.flatMap(({ condition }) => condition.account_id ?? [])
  const assetIds = drafts.flatMap(({ condition }) => condition.asset ?? [])
  const accounts = await tx.all<{ id: string; name: string; slug: string }>(sql`
    select id, name, source_slug as slug from accounts where user_id = ${userId} and id = any (${accountIds}::uuid[])`)
  const assets = await tx.all<{ id: string; symbol: string }>(sql`
    select id, symbol from assets where id = any (${assetIds})`)
  const accountNames = new Map(
    accounts.map(({ id, name, slug }) => [id, name || (sourceBySlug(slug)?.name ?? slug)]),
  )
  const symbols = new Map(assets.map(({ id, symbol }) => [id, symbol]))
  return {
    account: (id) => accountNames.get(id) ?? 'an account that is gone',
    asset: (id) => symbols.get(id) ?? id,
  }
}
