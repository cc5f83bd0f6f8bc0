import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { testKeys } from '../../platform/keys.ts'
import { longValue } from '../../platform/long-value.ts'
import { seal } from '../../platform/seal.ts'
import { sql } from '../../platform/sql.ts'
import { testCustomer, testDatabase } from '../../testing/test-database.ts'
import { storedUpload } from './stored-upload.ts'

const db = await testDatabase()

test('the bytes of an upload are what they were, however many pieces they come in', async () => {
  const keys = testKeys()
  const userId = await testCustomer(db)
  await withSubject(db, self(userId), async (tx) => {
    for (const length of [1, (1 << 20) - 34, 1 << 20, (1 << 21) + 5]) {
      const bytes = randomBytes(length)
      const id = newId()
      const place = { table: 'uploads', userId, rowId: id, column: 'sealed' } as const
      const sealed = await longValue(tx, await seal(tx, keys, place, bytes))
      await tx.run(sql`
        insert into uploads (user_id, id, sha256, file_name, size_bytes, sealed, received_at)
        values (${userId}, ${id}, ${randomBytes(32)}, 'a.csv', ${length}, ${sealed}, now())`)
      const { file } = await storedUpload(tx, keys, userId, id)
      expect(Buffer.from(file.bytes).equals(bytes), `${length} bytes`).toBe(true)
    }
  })
})
