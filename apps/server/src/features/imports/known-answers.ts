import type { ReadAs } from '@lotbook/contract'
import type { AskOutcome, FileAnswers, ReadOptions } from '@lotbook/sources'
import { optionsOf } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import type { PackedFileReading } from '../../journal/reading/packed-reading.ts'

/** An answer that need not be asked for again, and where it is from. */
export type KnownAnswer = Pick<ReadAs, 'value' | 'from'>

/** The answer to a question that the journal, or an earlier file of the same format and account, already gives. */
export async function knownAnswer(
  tx: Tx,
  userId: string,
  accountKey: string,
  asked: AskOutcome,
): Promise<KnownAnswer | undefined> {
  switch (asked.question) {
    case 'own_address':
      return ownAddress(tx, userId, asked)
    case 'chain':
      return (await chainOfHashes(tx, userId, asked)) ?? rememberedChain(tx, userId, asked)
    case 'time_zone':
    case 'date_order':
      return remembered(tx, userId, accountKey, asked)
    case 'format':
      return undefined
  }
}

/** The one of several addresses that the customer has an account for. */
async function ownAddress(
  tx: Tx,
  userId: string,
  { candidates }: AskOutcome,
): Promise<KnownAnswer | undefined> {
  const owned = await tx.all<{ value: string }>(sql`
    select distinct address as value from accounts
    where user_id = ${userId} and deleted_at is null and address = any (${candidates.map(({ value }) => value)})`)
  return onlyOne(owned, 'journal')
}

/** The chain whose account of that address has one of these hashes: a hash is of one chain. */
async function chainOfHashes(tx: Tx, userId: string, asked: AskOutcome): Promise<KnownAnswer | undefined> {
  const { address = null, hashes = [], candidates } = asked
  const chains = await tx.all<{ value: string }>(sql`
    select distinct a.chain as value
    from transactions t join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id)
    where t.user_id = ${userId} and t.deleted_at is null and t.tx_hash = any (${hashes}) and a.deleted_at is null
      and a.address = ${address} and a.chain = any (${candidates.map(({ value }) => value)})`)
  return onlyOne(chains, 'journal')
}

/** The chain that was answered for this address and format before, where it was always the same. */
async function rememberedChain(tx: Tx, userId: string, asked: AskOutcome): Promise<KnownAnswer | undefined> {
  const chains = await tx.all<{ value: string }>(sql`
    select distinct u.answers ->> 'chain' as value
    from uploads u join connections c on (c.user_id, c.upload_id) = (u.user_id, u.id) and c.deleted_at is null
    join accounts a on (a.user_id, a.id) = (c.user_id, c.account_id)
    where u.user_id = ${userId} and u.format_id = ${asked.formatId} and a.address = ${asked.address ?? null}
      and u.answers ->> 'chain' = any (${asked.candidates.map(({ value }) => value)})`)
  return onlyOne(chains, 'remembered')
}

/** The last answer to this question for a file of that format and account. */
async function remembered(
  tx: Tx,
  userId: string,
  accountKey: string,
  { question, formatId }: AskOutcome,
): Promise<KnownAnswer | undefined> {
  const said = await tx.all<{ value: string }>(sql`
    select u.answers ->> ${question} as value
    from uploads u join connections c on (c.user_id, c.upload_id) = (u.user_id, u.id) and c.deleted_at is null
    join accounts a on (a.user_id, a.id) = (c.user_id, c.account_id)
    where u.user_id = ${userId} and u.format_id = ${formatId} and a.key = ${accountKey}
      and u.answers ->> ${question} is not null
    order by u.received_at desc, u.id desc limit 1`)
  return onlyOne(said, 'remembered')
}

function onlyOne(found: readonly { value: string }[], from: KnownAnswer['from']): KnownAnswer | undefined {
  const [only] = found
  return only !== undefined && found.length === 1 ? { value: only.value, from } : undefined
}

/**
 * Read a file with what the person said, and again with each answer that is known without asking them.
 *
 * @returns the reading, and the answers it went by.
 */
export async function readKnowing(
  said: FileAnswers,
  read: (options: ReadOptions) => Promise<PackedFileReading>,
  known: (asked: AskOutcome) => Promise<KnownAnswer | undefined>,
): Promise<{ reading: PackedFileReading; readAs: ReadAs[] }> {
  let answers = said
  const readAs: ReadAs[] = []
  for (;;) {
    const reading = await read(optionsOf(answers))
    // Said, and asked again: it was no answer.
    const answer = reading.outcome !== 'ask' || reading.question in answers ? undefined : await known(reading)
    if (reading.outcome !== 'ask' || answer === undefined) {
      const own = Object.entries(said).map(([kind, value]) => ({ kind, value, from: 'person' }) as ReadAs)
      return { reading, readAs: [...own, ...readAs] }
    }
    readAs.push({ kind: reading.question, ...answer })
    answers = { ...answers, [reading.question]: answer.value }
  }
}
