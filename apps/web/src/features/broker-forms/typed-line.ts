import type { BrokerLine, BrokerLineBoxes } from '@lotbook/contract'
import { typedAmount } from '../../ui/format/typed-amount.ts'

/** The boxes as a person types them; empty is an empty box. */
export type TypedLine = Record<keyof BrokerLineBoxes, string>
export type LineField = keyof BrokerLineBoxes

const MONEY_FIELDS = [
  'proceeds',
  'basis',
  'market_discount',
  'wash_sale_loss',
  'withheld',
  'first_sales',
  'state_withheld',
] as const
const EMPTY: TypedLine = {
  account_id: '',
  form: '',
  status: 'original',
  recipient: 'taxpayer',
  code: '',
  name: '',
  units: '',
  acquired: '',
  sold: '',
  proceeds: '',
  basis: '',
  market_discount: '',
  wash_sale_loss: '',
  is_basis_reported: '',
  proceeds_are: 'gross',
  is_qof: '',
  withheld: '',
  is_loss_not_allowed: '',
  term: '',
  is_cash_only: '',
  is_customer_provided: '',
  is_noncovered: '',
  box_10: '',
  total: '',
  count: '',
  first_sales: '',
  transferred_in: '',
  transferred_in_on: '',
  state: '',
  state_id: '',
  state_withheld: '',
}

/** A line as the fields of its dialog show it; a new one is of the only account there is. */
export function typedLine(line: BrokerLine | undefined, accountId: string): TypedLine {
  if (line === undefined) return { ...EMPTY, account_id: accountId }
  const fields = Object.keys(EMPTY) as LineField[]
  return Object.fromEntries(
    fields.map((field) => {
      const value = line[field]
      return [field, value === null || value === false ? '' : value === true ? 'yes' : String(value)]
    }),
  ) as TypedLine
}

/** The boxes as they are sent. */
export function lineTyped(typed: TypedLine): BrokerLineBoxes {
  const text = (field: LineField) => (typed[field].trim() === '' ? null : typed[field].trim())
  const money = (field: LineField) => typedAmount(typed[field]) ?? null
  const units = (field: LineField) => typedUnits(typed[field]) ?? null
  return {
    account_id: typed.account_id,
    form: typed.form.trim(),
    status: typed.status === 'corrected' ? 'corrected' : typed.status === 'void' ? 'void' : 'original',
    recipient: typed.recipient === 'spouse' ? 'spouse' : 'taxpayer',
    code: text('code'),
    name: typed.name.trim(),
    units: units('units') ?? '0',
    acquired: text('acquired'),
    sold: text('sold'),
    proceeds: money('proceeds') ?? '0',
    basis: money('basis'),
    market_discount: money('market_discount'),
    wash_sale_loss: money('wash_sale_loss'),
    is_basis_reported: typed.is_basis_reported === 'yes',
    proceeds_are: typed.proceeds_are === 'net' ? 'net' : 'gross',
    is_qof: typed.is_qof === 'yes',
    withheld: money('withheld'),
    is_loss_not_allowed: typed.is_loss_not_allowed === 'yes',
    term: termTyped(typed.term),
    is_cash_only: typed.is_cash_only === 'yes',
    is_customer_provided: typed.is_customer_provided === 'yes',
    is_noncovered: typed.is_noncovered === 'yes',
    box_10: text('box_10'),
    total: typed.total === 'stablecoins' || typed.total === 'nfts' ? typed.total : null,
    count: countTyped(typed.count) ?? null,
    first_sales: money('first_sales'),
    transferred_in: units('transferred_in'),
    transferred_in_on: text('transferred_in_on'),
    state: text('state'),
    state_id: text('state_id'),
    state_withheld: money('state_withheld'),
  }
}

const termTyped = (typed: string) =>
  typed === 'short' || typed === 'long' || typed === 'ordinary' ? typed : null

const UNITS = /^(\d+|\d{1,3}(,\d{3})+)?(\.\d{1,18})?$/

/** A number of units as typed off a form; null where nothing is entered, undefined for what is no number. */
export function typedUnits(typed: string): string | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  if (!UNITS.test(text)) return undefined
  const plain = text.replaceAll(',', '')
  return plain.startsWith('.') ? `0${plain}` : plain
}

function countTyped(typed: string): number | null | undefined {
  const text = typed.trim().replaceAll(',', '')
  if (text === '') return null
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** Faults of the text that was typed, by field. */
export function mistakesIn(typed: TypedLine): Partial<Record<LineField, string>> {
  const mistakes: Partial<Record<LineField, string>> = {}
  const need = (field: LineField, words: string) => {
    if (typed[field].trim() === '') mistakes[field] = words
  }
  for (const field of MONEY_FIELDS) {
    const amount = typedAmount(typed[field])
    if (amount === undefined || amount?.startsWith('-') === true)
      mistakes[field] = 'Enter an amount in dollars and cents, like 1,250.75.'
  }
  for (const field of ['units', 'transferred_in'] as const)
    if (typedUnits(typed[field]) === undefined) mistakes[field] = 'Enter a number, like 0.125.'
  if (countTyped(typed.count) === undefined) mistakes.count = 'Enter a whole number.'
  need('account_id', 'Choose the account.')
  need('name', 'Enter the asset.')
  need('proceeds', 'Enter the proceeds.')
  if (typed.total === '') {
    need('units', 'Enter the units.')
    need('sold', 'Enter the day of the sale.')
  }
  return mistakes
}
