import { dollarsOf, receiptPdf } from '@lotbook/reports'
import { self, type Tx, withIdentity, withSubject } from '../../platform/database.ts'
import { sendMail } from '../../platform/mail.ts'
import { configuredOrigin } from '../../platform/origins.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Services } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { personOf } from '../identity/index.ts'

/** A paid purchase as its receipt shows it. */
export interface Receipt {
  readonly number: string
  readonly issuedAt: Date
  readonly amountCents: number
  readonly listCents: number
  readonly plan: string
  readonly taxYear: number
  readonly paidBy: string
  readonly paidWith: 'none' | 'test' | 'stripe'
}

/** @throws Refusal `not_found` where the purchase has no receipt. */
export async function readReceipt(tx: Tx, userId: string, purchaseId: string): Promise<Receipt> {
  const row = await tx.maybe<{
    number: string
    issued_at: Date
    amount_cents: number
    list_cents: number | null
    plan: string
    tax_year: number
    paid_by: string
    paid_with: Receipt['paidWith']
  }>(sql`
    select i.number, i.issued_at, i.amount_cents, p.list_cents, l.name as plan, p.tax_year::integer, p.paid_by, p.paid_with
    from invoices i join purchases p on (p.user_id, p.id) = (i.user_id, i.purchase_id) join plans l on l.id = p.plan_id
    where i.user_id = ${userId} and i.purchase_id = ${purchaseId}`)
  if (row === undefined) return refuse('not_found')
  return {
    number: row.number,
    issuedAt: row.issued_at,
    amountCents: row.amount_cents,
    listCents: row.list_cents ?? row.amount_cents,
    plan: row.plan,
    taxYear: row.tax_year,
    paidBy: row.paid_by,
    paidWith: row.paid_with,
  }
}

const WITH: Readonly<Record<Receipt['paidWith'], string>> = {
  none: 'Payments are not set up on this site',
  test: 'Test checkout: nothing was charged',
  stripe: 'Card, by Stripe',
}

/** The receipt of a purchase as a PDF, for a customer of this name. */
export async function receiptFile(
  services: Pick<Services, 'db'>,
  receipt: Receipt,
  customer: string,
): Promise<Buffer> {
  const { name: paidBy } = await personOf(services, receipt.paidBy)
  const parts: Uint8Array[] = []
  for await (const part of receiptPdf({
    number: receipt.number,
    at: receipt.issuedAt.toISOString(),
    customer,
    paidBy,
    paidWith: WITH[receipt.paidWith],
    what: whatOf(receipt),
    listCents: receipt.listCents,
    amountCents: receipt.amountCents,
  }))
    parts.push(part)
  return Buffer.concat(parts)
}

const whatOf = ({ plan, taxYear }: Receipt) => `${plan}, tax year ${taxYear}`

/** Mails the receipt of a purchase that was just paid to whoever paid it. */
export async function sendReceipt(services: Services, userId: string, purchaseId: string): Promise<void> {
  const receipt = await withSubject(services.db, self(userId), async (tx) => {
    const isPaid = await tx.maybe(sql`
      select 1 from purchases where user_id = ${userId} and id = ${purchaseId} and state = 'paid'`)
    return isPaid === undefined ? undefined : readReceipt(tx, userId, purchaseId)
  })
  if (receipt === undefined || receipt.amountCents === 0) return
  const isOwn = receipt.paidBy === userId
  await mailReceipt(services, {
    id: purchaseId,
    payerId: receipt.paidBy,
    number: receipt.number,
    what: whatOf(receipt),
    amount: dollarsOf(receipt.amountCents),
    link: isOwn ? `${configuredOrigin(services.config)}/settings/billing-history` : '',
  })
}

/** Mails the receipt to whoever paid, after the payment was booked. Nothing is mailed for what cost nothing. */
async function mailReceipt(
  services: Pick<Services, 'db' | 'keys'>,
  purchase: {
    readonly id: string
    readonly payerId: string
    readonly number: string
    readonly what: string
    readonly amount: string
    readonly link: string
  },
): Promise<void> {
  const { id, payerId, number, what, amount, link } = purchase
  await withIdentity(services.db, async (tx) => {
    const person = await tx.maybe<{ email: string }>(sql`
      select email from identity.users where id = ${payerId} and deleted_at is null`)
    if (person === undefined) return
    await sendMail(tx, services.keys, {
      userId: payerId,
      recipient: person.email,
      template: 'receipt',
      values: { number, what, amount, link },
      about: `receipt:${id}`,
    })
  })
}
