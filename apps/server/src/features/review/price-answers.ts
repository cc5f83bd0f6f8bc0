import type { TransactionEdit } from '@lotbook/contract'
import { type Decimal, formatDecimal, isNegative, isZero, parseDecimal, times, zero } from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { addFees } from '../../journal/transactions/add-fees.ts'
import type { ChangeEdit } from '../../journal/transactions/changes.ts'
import type { Editor } from '../../journal/transactions/editor.ts'
import { type About, askedWith, type Deed, isOfFee } from './finding-about.ts'

/** The most transactions that one price is given to in one change. */
const MOST_TOGETHER = 5_000

/** Values every open transaction that lacks the same price by its own amount; a fee in the coin gets a value of its own. */
export async function pricedTogether(
  tx: Tx,
  editor: Editor,
  journalVersion: string,
  about: About,
  unitPrice: string | undefined,
): Promise<Deed> {
  const all = await askedWith(tx, editor.userId, about)
  if (all.length > MOST_TOGETHER)
    refuse(
      'invalid_input',
      `At most ${MOST_TOGETHER.toLocaleString('en-US')} transactions at a time; add a price file instead.`,
    )
  const price = parseDecimal(unitPrice ?? '') ?? zero
  const otherEdits = new Map<string, TransactionEdit>()
  const more: ChangeEdit[] = []
  const answers: string[] = []
  for (const one of all) {
    const worth = worthAt(price, one)
    // A fee that was given back, or an amount that nobody knows, stays a question of its own.
    if (worth === undefined) continue
    answers.push(one.finding)
    if (!isOfFee(one)) {
      otherEdits.set(one.id, { value: worth })
      continue
    }
    const fee = await feeWorth(tx, editor, journalVersion, one, worth)
    otherEdits.set(one.id, fee.edit ?? {})
    for (const [id, edit] of fee.otherEdits ?? []) otherEdits.set(id, edit)
    more.push(...(fee.more ?? []))
  }
  const count = counted(answers.length, 'transaction')
  return {
    summary: isZero(price) ? `Marked ${count} as worth nothing` : `Entered one price for ${count}`,
    edit: {},
    edited: [...otherEdits.keys()],
    otherEdits,
    more,
    touched: more.map(({ targetId }) => targetId),
    answers,
  }
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** Worth of what a transaction lacks the price of: its amount of the asset times the price of one. */
function worthAt(price: Decimal, about: About): string | undefined {
  const assets = (about.note ?? '').split(', ')
  const legs = isOfFee(about)
    ? [{ asset: about.fee_asset, amount: about.fee_amount }]
    : [
        { asset: about.from_asset, amount: about.from_amount },
        { asset: about.to_asset, amount: about.to_amount },
      ]
  const amount = legs.find(({ asset }) => asset !== null && assets.includes(asset))?.amount
  const quantity = parseDecimal(amount ?? '')
  return quantity === undefined || isNegative(quantity) ? undefined : formatDecimal(times(quantity, price))
}

/** A transaction has one value, of what it moved: the fee becomes one beside it, which has its own (R-FEE-4). */
export async function feeWorth(
  tx: Tx,
  editor: Editor,
  journalVersion: string,
  { id, fee_asset: asset, fee_amount: amount }: About,
  value: string | undefined,
): Promise<Omit<Deed, 'summary'>> {
  if (asset === null || amount === null) return refuse('not_found')
  if (amount.startsWith('-'))
    refuse(
      'invalid_input',
      'A fee that was given back takes its value from a price: add a price file of its coin.',
    )
  const fee = { asset, amount, value: value ?? null }
  const { edits, values } = await addFees(tx, { userId: editor.userId, journalVersion }, id, [fee])
  return {
    edit: { fee_asset: null, fee_amount: null },
    edited: [id, ...values.keys()],
    otherEdits: new Map([...values].map(([added, worth]) => [added, { value: worth }])),
    more: edits,
    touched: edits.map(({ targetId }) => targetId),
  }
}
