import { amountWords, type ReviewAnswer } from '@lotbook/contract'
import { isFiat, type StatedValue, tickerOf } from '@lotbook/journal'
import { compare, isZero, parseDecimal, zero } from '@lotbook/money'
import { claimSteps, type ClaimAnswer, type ClaimPlace, type ClaimStep } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import {
  claimAccount,
  heldClaims,
  setClaimAside,
  type HeldClaim,
} from '../../journal/edits/claim-accounts.ts'
import { writeWord } from '../../journal/edits/decide-match.ts'
import { addTransaction } from '../../journal/transactions/add-transaction.ts'
import type { ChangeEdit } from '../../journal/transactions/changes.ts'
import type { Editor } from '../../journal/transactions/editor.ts'
import { type About, aboutOf, type Deed } from './finding-about.ts'

/** Claims that a receipt may have settled, as the screen offers them: those of the same coin first. */
export async function claimsOf(tx: Tx, userId: string, findingId: string) {
  const about = await aboutOf(tx, userId, findingId)
  const held = await heldBefore(tx, userId, about)
  const symbols = new Map(
    (
      await tx.all<{ id: string; symbol: string }>(
        sql`select id, symbol from assets where id = any (${held.map(({ asset }) => asset)})`,
      )
    ).map(({ id, symbol }) => [id, symbol]),
  )
  return held
    .toSorted((a, b) => Number(b.asset === about.to_asset) - Number(a.asset === about.to_asset))
    .map((one) => ({
      id: claimId(one),
      account_name: one.account.name,
      symbol: symbols.get(one.asset) ?? tickerOf(one.asset),
      quantity: one.quantity,
    }))
}

/**
 * Makes a receipt the payment of a claim: each movement that it stands for is one that the rules know (docs/tax/bankruptcy.md). A
 * claim in the account of the receipt is set aside first.
 */
export async function claimPaid(
  tx: Tx,
  editor: Editor,
  journalVersion: string,
  about: About,
  answer: ReviewAnswer & { readonly option: ClaimAnswer },
): Promise<Deed> {
  const { userId } = editor
  const received = { asset: about.to_asset ?? '', amount: about.to_amount ?? '' }
  if (about.type !== 'incoming' || received.asset === '')
    refuse('invalid_input', 'Only a coin pays a claim in kind.')
  if (isFiat(received.asset))
    refuse('invalid_input', 'Cash that was paid on a claim is entered as a sale of its units.')
  const held = await heldBefore(tx, userId, about)
  const claim = chosenClaim(held, about, answer)
  const settled = { asset: claim.asset, amount: settledUnits(claim, received, answer) }
  const isOwn = claim.account.id === about.account_id
  const key = { account: claim.account, at: about.at, finding: about.finding }
  const aside = isOwn ? await setClaimAside(tx, editor, journalVersion, key) : undefined
  const steps = claimSteps({ answer: answer.option, at: about.at.getTime(), settled, received })
  const settling = steps.length === 1 ? undefined : await claimAccount(tx, userId, claim.account, 'settling')
  const places: Readonly<Record<ClaimPlace, string>> = {
    claim: aside?.accountId ?? claim.heldBy,
    settling: settling?.id ?? '',
    receipt: about.account_id,
  }
  const worth = await worthOf(tx, userId, about, answer)
  const more: ChangeEdit[] = [...(aside?.edits ?? [])]
  for (const step of steps)
    more.push(
      ...(await written(tx, editor, journalVersion, step, {
        about,
        places,
        worth,
        comment: `Paid on the claim on ${claim.account.name}, ${POSITIONS[answer.option]}`,
      })),
    )
  const arrivesAt = steps.at(-1)?.at ?? about.at.getTime()
  return {
    summary: `Marked as paid on a claim, ${POSITIONS[answer.option]}`,
    ...(arrivesAt === about.at.getTime() ? {} : { edit: { at: new Date(arrivesAt).toISOString() } }),
    more,
    touched: [...more.filter(({ target }) => target === 'added').map(({ targetId }) => targetId), about.id],
    // A type that its source did not know stays unknown; what it was is decided.
    isAccepted: about.code === 'unknown_type',
  }
}

/** The position that an answer takes, as the results explain it. */
const POSITIONS: Readonly<Record<ClaimAnswer, string>> = {
  claim_disposed: 'reported as a disposal',
  claim_carried: 'cost carried over',
}

const heldBefore = (tx: Tx, userId: string, { at, account_id }: About) =>
  heldClaims(tx, userId, { at, receivedBy: account_id })

const claimId = ({ account, asset }: HeldClaim) => `${account.id} ${asset}`

/** The claim that an answer names, or the one account that held as many units of the coin: that of the receipt where its source says who paid. */
function chosenClaim(held: readonly HeldClaim[], about: About, { claim }: ReviewAnswer): HeldClaim {
  if (claim !== undefined && claim !== '')
    return (
      held.find((one) => claimId(one) === claim) ??
      refuse('invalid_input', undefined, { fields: { claim: 'Nothing is left of that claim.' } })
    )
  const enough = held.filter(
    ({ asset, quantity }) => asset === about.to_asset && !isMore(about.to_amount ?? '0', quantity),
  )
  const own = about.is_bankruptcy ? enough.find(({ account }) => account.id === about.account_id) : undefined
  const [one, ...others] = own === undefined ? enough : [own]
  if (one === undefined || others.length > 0)
    return refuse('invalid_input', undefined, {
      fields: { claim: 'Choose the part of the claim that was paid.' },
    })
  return one
}

function settledUnits(
  { asset, quantity, account }: HeldClaim,
  received: { readonly asset: string; readonly amount: string },
  answer: ReviewAnswer,
): string {
  const given = answer.claim_quantity
  const problem = (text: string) => refuse('invalid_input', undefined, { fields: { claim_quantity: text } })
  if (given === undefined && asset !== received.asset)
    return problem(`Enter how many ${tickerOf(asset)} of the claim this settles.`)
  const units = given ?? received.amount
  if (isZero(parseDecimal(units) ?? zero)) return problem(amountWords.nothing('claim_quantity'))
  if (isMore(units, quantity))
    return problem(`${account.name} has ${quantity} ${tickerOf(asset)} left to pay, less than ${units}.`)
  return units
}

/** The value that the answer gives, or that the receipt has already. */
async function worthOf(
  tx: Tx,
  userId: string,
  about: About,
  answer: ReviewAnswer,
): Promise<StatedValue | null> {
  if (answer.value !== undefined) return { amount: answer.value, currency: about.currency }
  const row = await tx.maybe<{ value: string | null; value_currency: string | null }>(sql`
    select value::text, value_currency from transactions where user_id = ${userId} and id = ${about.id}`)
  return row?.value == null || row.value_currency === null
    ? null
    : { amount: row.value, currency: row.value_currency }
}

interface Writing {
  readonly about: About
  readonly places: Readonly<Record<ClaimPlace, string>>
  readonly worth: StatedValue | null
  readonly comment: string
}

async function written(
  tx: Tx,
  editor: Editor,
  journalVersion: string,
  step: ClaimStep,
  { about, places, worth, comment }: Writing,
): Promise<ChangeEdit[]> {
  const key = { userId: editor.userId, journalVersion }
  const of = {
    at: new Date(step.at),
    comment,
    flag: 'claim_paid',
    answers: about.finding,
  } as const
  if (step.kind === 'exchange') {
    const { type, from, to } = step
    const exchanged = { ...of, accountId: places.settling, type, subType: null, from, to, worth }
    return [await addTransaction(tx, key, exchanged)]
  }
  const units = { asset: step.asset, amount: step.amount }
  const sent = await addTransaction(tx, key, {
    ...of,
    accountId: places[step.from],
    type: 'outgoing',
    subType: 'sent',
    from: units,
    to: null,
  })
  if (step.to === 'receipt')
    return [sent, await writeWord(tx, editor, { departure: sent.targetId, arrivals: [about.id] }, 'made')]
  const arrived = await addTransaction(tx, key, {
    ...of,
    accountId: places[step.to],
    type: 'incoming',
    subType: 'received',
    from: null,
    to: units,
  })
  return [
    sent,
    arrived,
    await writeWord(tx, editor, { departure: sent.targetId, arrivals: [arrived.targetId] }, 'made'),
  ]
}

const isMore = (a: string, b: string) => compare(parseDecimal(a) ?? zero, parseDecimal(b) ?? zero) > 0
