import { randomBytes } from 'node:crypto'
import type { ReadTransaction } from '@lotbook/journal'
import { formatDecimal, minus, parseDecimal, plus, zero } from '@lotbook/money'
import type { SourceTransaction } from '@lotbook/sources'
import type { CalculationResult, JournalEntry } from '@lotbook/tax'
import { assembledWork } from '../../calculating/collect/assembled-work.ts'
import { readJournal } from '../../calculating/collect/journal-work.ts'
import { fieldsOf } from '../../journal/transactions/imported-transaction.ts'
import { AssetsOfRows } from '../../journal/valuing/assets.ts'
import { ValuesOfNew } from '../../journal/valuing/value-transactions.ts'
import { type Database, self, type Tx, withSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'

/** Transactions of a file that the journal does not have, each with the key of the account that it would come into. */
export interface FileToAdd {
  readonly userId: string
  readonly added: readonly {
    readonly accountKey: string
    readonly read: ReadTransaction & SourceTransaction
  }[]
}

/** Differences that a file makes to each year, in the currency of the return. Years without a difference are left out. */
export interface FileEffect {
  readonly years: readonly {
    readonly year: number
    readonly gain: string
    readonly short: string
    readonly income: string
  }[]
  /** Transactions of the file whose value nothing that is stored knows: they count at nothing here. */
  readonly unpriced: number
}

/**
 * Calculates the journal with the transactions of a file and without, and gives back the difference (N8). Own transfers are matched only
 * after an import, and prices looked up only then, so this is what the file says by itself. Nothing of it is kept.
 *
 * @throws CalculationInputError where the two together cannot be calculated.
 */
export async function workOutFileEffect(db: Database, { userId, added }: FileToAdd): Promise<FileEffect> {
  let effect: FileEffect | undefined
  try {
    await withSubject(db, self(userId), async (tx) => {
      effect = await effectWithin(tx, userId, added)
      throw new NotKept()
    })
  } catch (error) {
    if (!(error instanceof NotKept)) throw error
  }
  if (effect === undefined) throw new Error('the effect was not worked out')
  return effect
}

/** Rolls the transaction back: valuing what a file names makes its assets, and a file that is only looked at makes none. */
class NotKept extends Error {}

async function effectWithin(tx: Tx, userId: string, added: FileToAdd['added']): Promise<FileEffect> {
  const { entries, unpriced } = await entriesOf(tx, userId, added)
  const read = await readJournal(tx, userId)
  const yearsWith = async (also: readonly JournalEntry[]) =>
    (await assembledWork(tx, userId, read, () => {}, also)).calculate({}).years
  return { years: differences(await yearsWith([]), await yearsWith(entries)), unpriced }
}

async function entriesOf(tx: Tx, userId: string, added: FileToAdd['added']) {
  const assetOf = await new AssetsOfRows(tx).resolver(added.map(({ read }) => read))
  const rows = added.map(({ accountKey, read }) => ({
    id: newId(),
    accountKey,
    read,
    fields: fieldsOf(read, (ticker) => assetOf(read, ticker)),
  }))
  const values = await ValuesOfNew.begin(tx, userId)
  const worked = await values.ask(values.ready(rows.map(({ id, fields }) => ({ ...fields, id }))))
  const { valuations, missing } = await worked()
  const valuesOf = Map.groupBy(valuations, ({ id }) => id)
  const entries = rows.map(({ id, accountKey, read, fields }): JournalEntry => {
    const value = (side: string) => valuesOf.get(id)?.find((one) => one.side === side)?.value ?? null
    const leg = (asset: string | null, amount: string | null) =>
      asset === null || amount === null ? null : { asset, amount }
    return {
      // A fingerprint is made of content: this one is no transaction's.
      id: randomBytes(32).toString('hex'),
      at: Date.parse(fields.at),
      type: read.type,
      subType: read.subType,
      accountKey,
      sequence: read.sequence,
      from: leg(fields.from_asset, fields.from_amount),
      to: leg(fields.to_asset, fields.to_amount),
      fee: leg(fields.fee_asset, fields.fee_amount),
      values: { from: value('from'), to: value('to'), fee: value('fee') },
      lots: null,
      gift: null,
    }
  })
  return { entries, unpriced: new Set(missing.map(({ id }) => id)).size }
}

function differences(
  before: CalculationResult['years'],
  after: CalculationResult['years'],
): FileEffect['years'] {
  const years = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return years.flatMap((year) => {
    const [was, is] = [before[year], after[year]]
    const short = less(is?.short.gain, was?.short.gain)
    const gain = plus(short, less(is?.long.gain, was?.long.gain))
    const income = less(is?.income, was?.income)
    const isChanged = [short, gain, income].some((amount) => formatDecimal(amount) !== '0')
    return isChanged
      ? [
          {
            year: Number(year),
            gain: formatDecimal(gain),
            short: formatDecimal(short),
            income: formatDecimal(income),
          },
        ]
      : []
  })
}

const less = (a = '0', b = '0') => minus(parseDecimal(a) ?? zero, parseDecimal(b) ?? zero)
