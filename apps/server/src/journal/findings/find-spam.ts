import { SPAM_THRESHOLD, spamScore } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'

/** Symbols worth imitating that no token list of one chain holds. */
const COINS = ['BTC', 'ETH', 'BNB', 'SOL', 'XRP', 'ADA', 'DOGE', 'TRX', 'AVAX', 'USD', 'EUR']

interface TokenRow {
  readonly asset: string
  readonly symbol: string
  readonly is_listed: boolean
  readonly was_traded: boolean
  readonly has_price: boolean
  readonly borrows_symbol: boolean
  /** A person said of one of its receipts that it may stay. */
  readonly is_kept: boolean
}

interface ReceiptRow {
  readonly id: string
  readonly asset: string
  readonly is_unasked: boolean
  readonly is_zero: boolean
  readonly is_worth_something: boolean
  readonly is_under_a_cent: boolean
  readonly is_flagged: boolean
}

/**
 * Put tokens that came in and look like spam before the customer, each with its score and the reasons; nothing is set
 * aside by itself. All receipts of a token are judged anew when one of its transactions moved: a token that is bought
 * later is none. What a person lets stay is remembered for the token.
 */
export async function findSpam(tx: Tx, userId: string, touched: readonly string[]): Promise<void> {
  const assets = await tx.all<{ asset: string }>(sql`
    select distinct a.asset from transactions t cross join lateral (values (t.to_asset), (t.from_asset)) as a (asset)
    where t.user_id = ${userId} and t.id = any (${touched}) and a.asset like '%:%' and a.asset not like 'own:%'`)
  await judgeTokens(
    tx,
    userId,
    assets.map((row) => row.asset),
    touched,
  )
}

/**
 * The same of tokens whose prices came or went; what else is named is none.
 *
 * @param touched - transactions that are no receipts of them any more, whose questions close.
 */
export async function judgeTokens(
  tx: Tx,
  userId: string,
  assets: readonly string[],
  touched: readonly string[] = [],
): Promise<void> {
  const ids = assets.filter((asset) => asset.includes(':') && !asset.startsWith('own:'))
  if (ids.length === 0) return
  const tokens = await tokensOf(tx, userId, ids)
  const receipts = await tx.all<ReceiptRow>(sql`
    select t.id, t.to_asset as asset, t.to_amount = 0 as is_zero, 'spam' = any (t.flags) as is_flagged,
      coalesce(t.sub_type in ('received', 'airdrop', 'receive'), true) and t.matched_as is null as is_unasked,
      coalesce(t.value >= 0.01, false) as is_worth_something, coalesce(t.value < 0.01, false) as is_under_a_cent
    from transactions t where t.user_id = ${userId} and t.to_asset = any (${ids}) and t.from_asset is null
      and t.deleted_at is null and not t.is_ignored and t.type in ('incoming', 'nft')`)
  const known = await knownSymbols(tx)
  const found = receipts.flatMap((receipt) => {
    const token = tokens.get(receipt.asset)
    if (token === undefined || token.is_kept) return []
    const { score, reasons } = spamScore(
      {
        symbol: token.symbol,
        isListed: token.is_listed,
        wasTraded: token.was_traded,
        hasPrice: token.has_price || receipt.is_worth_something,
        isUnasked: receipt.is_unasked,
        isDust: receipt.is_zero || receipt.is_under_a_cent,
        // The reader flags transfers of nothing too; those are dust.
        isFlagged: receipt.is_flagged && !receipt.is_zero,
        borrowsSymbol: token.borrows_symbol,
      },
      known,
    )
    if (score < SPAM_THRESHOLD) return []
    return [{ finding: newId(), id: receipt.id, note: `${score} ${reasons.join(' ')}` }]
  })
  await settle(tx, userId, [...touched, ...receipts.map((row) => row.id)], found)
}

async function tokensOf(tx: Tx, userId: string, assets: readonly string[]): Promise<Map<string, TokenRow>> {
  const rows = await tx.all<TokenRow>(sql`
    select a.id as asset, a.symbol,
      exists (select 1 from tokens k where k.asset_id = a.id) as is_listed,
      exists (select 1 from transactions t where t.user_id = ${userId} and t.deleted_at is null
        and t.to_asset = a.id and t.from_amount > 0)
      or exists (select 1 from transactions t where t.user_id = ${userId} and t.deleted_at is null
        and t.from_asset = a.id and t.to_amount > 0) as was_traded,
      exists (select 1 from prices p where p.asset_id = a.id)
      or exists (select 1 from own_prices p left join price_files f on f.user_id = p.user_id and f.id = p.file_id
        where p.user_id = ${userId} and p.asset_id = a.id and f.deleted_at is null) as has_price,
      exists (select 1 from tokens k where upper(k.symbol) = upper(a.symbol)
        and k.chain = split_part(a.id, ':', 1) and k.contract <> split_part(a.id, ':', 2)) as borrows_symbol,
      exists (select 1 from findings f join transactions t on t.user_id = f.user_id and t.id = f.transaction_id
        where f.user_id = ${userId} and f.code = 'suspected_spam' and f.state = 'accepted' and t.to_asset = a.id) as is_kept
    from assets a where a.id = any (${assets})`)
  return new Map(rows.map((row) => [row.asset, row]))
}

async function knownSymbols(tx: Tx): Promise<ReadonlySet<string>> {
  const rows = await tx.all<{ symbol: string }>(sql`select distinct upper(symbol) as symbol from tokens`)
  return new Set([...COINS, ...rows.map((row) => row.symbol)])
}

async function settle(
  tx: Tx,
  userId: string,
  judged: readonly string[],
  found: readonly { finding: string; id: string; note: string }[],
): Promise<void> {
  await tx.run(sql`
    update findings set state = 'resolved', updated_at = now()
    where user_id = ${userId} and code = 'suspected_spam' and subject = 'transaction' and state = 'open'
      and subject_id = any (${judged}) and not subject_id = any (${found.map((row) => row.id)})`)
  await tx.run(sql`
    insert into findings (user_id, id, code, subject, subject_id, severity, note, created_at, updated_at)
    select ${userId}, finding, 'suspected_spam', 'transaction', id, 'warning', note, now(), now()
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as r (finding uuid, id text, note text)
    on conflict (user_id, code, subject, subject_id) do update set note = excluded.note, updated_at = now(),
      state = case when findings.state = 'accepted' then 'accepted' else 'open' end`)
}

/** The receipts of the same token that wait for the same answer. */
export async function receiptsAlike(tx: Tx, userId: string, asset: string): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    select t.id from findings f join transactions t on t.user_id = f.user_id and t.id = f.transaction_id
    where f.user_id = ${userId} and f.code = 'suspected_spam' and f.state = 'open' and t.to_asset = ${asset}
      and t.deleted_at is null order by t.id`)
  return rows.map((row) => row.id)
}
