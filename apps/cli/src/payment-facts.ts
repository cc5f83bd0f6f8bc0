import { NO_PAYMENT_FACTS, type EstimatedPayment, type PaymentFacts } from '@lotbook/rules/us'
import { isDay } from './arguments.ts'
import { isObject, type Report } from './removal-facts.ts'

/** Fields of a year about estimated tax. */
export const PAYMENT_FIELDS = Object.keys(NO_PAYMENT_FACTS) as readonly (keyof PaymentFacts)[]

const AMOUNT = /^\d{1,13}(\.\d{1,2})?$/

/** Read the facts that a person states about the estimated tax of a year. Each mistake is reported with its place. */
export function paymentFactsIn(
  year: string,
  fields: Readonly<Record<keyof PaymentFacts, unknown>>,
  report: Report,
): PaymentFacts {
  const amount = (name: 'prior_tax' | 'prior_agi' | 'withholding') => {
    const value = fields[name] ?? null
    if (value === null) return null
    const text = typeof value === 'string' ? value : ''
    if (AMOUNT.test(name === 'prior_agi' ? text.replace(/^-/, '') : text)) return text
    report(`${year}, ${name}`, 'an amount as text is expected, such as "1250.75"')
    return null
  }
  return {
    prior_tax: amount('prior_tax'),
    prior_agi: amount('prior_agi'),
    withholding: amount('withholding'),
    payments: paymentsIn(year, fields.payments ?? [], report),
  }
}

function paymentsIn(year: string, stated: unknown, report: Report): EstimatedPayment[] {
  if (!Array.isArray(stated)) {
    report(
      `${year}, payments`,
      'a list is expected, such as [{"paid_on": "2025-04-15", "amount": "1250.75"}]',
    )
    return []
  }
  return stated.flatMap((one: unknown, n) => {
    const where = `${year}, payments, ${n + 1}`
    const { paid_on, amount, ...others } = isObject(one) ? one : {}
    const [unknown] = Object.keys(others)
    if (unknown !== undefined)
      report(`${where}, ${unknown}`, 'there is no such field; there are paid_on, amount')
    const isOfYear =
      typeof paid_on === 'string' &&
      isDay(paid_on) &&
      [0, 1].includes(Number(paid_on.slice(0, 4)) - Number(year))
    if (!isOfYear) report(`${where}, paid_on`, `a day in ${year} or the year after it is expected`)
    const isAmount = typeof amount === 'string' && AMOUNT.test(amount) && /[1-9]/.test(amount)
    if (!isAmount) report(`${where}, amount`, 'an amount above zero as text is expected, such as "1250.75"')
    return isOfYear && isAmount ? [{ paid_on, amount }] : []
  })
}
