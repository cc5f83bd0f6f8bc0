import { contractName, type StatedBalance, tokenAsset } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import type { Destination } from './file-event.ts'

/** Keep what a reading says that its account holds, in place of what an earlier reading of its connection said. */
export async function keepBalances(
  tx: Tx,
  { userId, connectionId }: Pick<Destination, 'userId' | 'connectionId'>,
  balances: readonly StatedBalance[],
): Promise<void> {
  await tx.run(
    sql`delete from reported_balances where user_id = ${userId} and connection_id = ${connectionId}`,
  )
  if (balances.length === 0) return
  const assets = await assetsOf(tx, balances)
  await tx.run(sql`
    insert into reported_balances (user_id, connection_id, asset_id, part, at, quantity)
    select ${userId}, ${connectionId}, s.asset, s.part, s.at::timestamptz, s.quantity::numeric
    from unnest(${assets}::text[], ${balances.map(({ part }) => part)}::text[],
      ${balances.map(({ at }) => new Date(at).toISOString())}::text[], ${balances.map(({ quantity }) => quantity)}::text[])
      as s (asset, part, at, quantity)`)
}

/** The asset of each balance: of a token the one that its contract is tied to, as in transactions. */
async function assetsOf(tx: Tx, balances: readonly StatedBalance[]): Promise<string[]> {
  const contracts = balances.flatMap(({ token }) =>
    token === undefined ? [] : [contractName(token.contract)],
  )
  const tied =
    contracts.length === 0
      ? []
      : await tx.all<{ chain: string; contract: string; asset_id: string }>(
          sql`select chain, contract, asset_id from tokens where contract = any (${contracts})`,
        )
  const known = {
    on: (chain: string, contract: string) =>
      tied.find((one) => one.chain === chain && one.contract === contract)?.asset_id,
    anywhere: (contract: string) =>
      tied.find((one) => one.contract === contract && one.asset_id !== `${one.chain}:${contract}`)?.asset_id,
  }
  return balances.map(({ asset, token }) => (token === undefined ? asset : tokenAsset(token, known)))
}
