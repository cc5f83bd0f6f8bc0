import { z } from 'zod'
import { BROKER_REPORTED } from './broker-form-names.ts'
import { brokerLines } from './broker-lines.ts'
import { decimalText, id, success, taxYear } from './common.ts'
import { customerRoute, readRoute } from './route.ts'

const reported = z.enum(BROKER_REPORTED)

export const brokerForm = z.object({
  account_id: id,
  account_name: z.string(),
  /** Lines of Form 8949, and what they brought; contracts are not among them. */
  disposals: z.number().int(),
  proceeds: decimalText,
  /** Whether the source is a broker that reports on Form 1099-DA. */
  is_expected: z.boolean(),
  /** A wallet of one's own is never reported, so nothing can be set for it. */
  is_own_wallet: z.boolean(),
  /** As the person read it off the form; null where they have not said. */
  reported: reported.nullable(),
  /** Lines of its form that were entered or imported: they decide in place of the answer. */
  lines: z.number().int(),
  /** The boxes of the account's short-term and long-term lines as it is. */
  short_box: z.string(),
  long_box: z.string(),
})
export type BrokerForm = z.infer<typeof brokerForm>

/** Forms 1099-DA of a year, by account: they decide the boxes of Form 8949, and no amount. */
export const brokerForms = {
  ...brokerLines,
  /** The accounts with disposals in a year, by proceeds; none for a year before Form 1099-DA. */
  list: readRoute
    .route({ method: 'GET', path: '/broker_forms' })
    .input(z.object({ year: taxYear }))
    .output(z.object({ data: z.array(brokerForm), is_filed: z.boolean() })),
  /**
   * Set what the form of an account says, or take that back with null. Refused with `conflict` for a year that is filed or has no
   * such form, and for a wallet of one's own.
   */
  set: customerRoute
    .route({ method: 'POST', path: '/broker_forms' })
    .input(z.object({ year: taxYear, account_id: id, reported: reported.nullable() }))
    .output(success),
}
