import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/test-database.ts'
import { withoutSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { asksSomething, askSomething } from '../../journal/settling/find-open-questions.ts'

const db = await testDatabase()

const TYPES = ['buy', 'trade', 'incoming', 'outgoing', 'nft'] as const
const SUB_TYPES = [null, 'sent', 'received', 'send', 'receive', 'staking_reward']
const ASSETS = [null, 'BTC', 'ethereum:0xabc']
const FLAGS = [[], ['fiat'], ['unmapped_type:airdrop'], ['fiat', 'unmapped_type:x'], ['date_only']]

test('what a new transaction at hand asks is what the database says it asks', async () => {
  const rows = TYPES.flatMap((type) =>
    SUB_TYPES.flatMap((sub_type) =>
      ASSETS.flatMap((from_asset) =>
        ASSETS.flatMap((to_asset) =>
          FLAGS.flatMap((flags) =>
            [false, true].map((is_ignored) => ({
              type,
              sub_type,
              from_asset,
              to_asset,
              flags,
              is_ignored,
            })),
          ),
        ),
      ),
    ),
  )
  const said = await withoutSubject(db, (tx) =>
    tx.all<{ asks: boolean }>(sql`
      select ${askSomething} is true as asks
      from jsonb_to_recordset(${JSON.stringify(rows.map((row, n) => ({ ...row, n })))}::jsonb)
        as t (n integer, type text, sub_type text, from_asset text, to_asset text, flags text[], is_ignored boolean,
          base jsonb, deleted_at timestamptz)
      order by n`),
  )
  expect(rows.map(asksSomething)).toEqual(said.map(({ asks }) => asks))
  expect(new Set(said.map(({ asks }) => asks))).toEqual(new Set([true, false]))
})
