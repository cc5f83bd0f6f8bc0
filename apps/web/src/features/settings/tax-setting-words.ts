import type { TaxSettings } from '@lotbook/contract'
import { choiceName, ownChoices, treatmentWords } from '../treatments/treatment-words.ts'

type Method = TaxSettings['method']
type Pool = TaxSettings['pool_before_2025']

/** How lots are chosen, in words. */
export const methodWords: Readonly<Record<Method, { name: string; text: string }>> = {
  fifo: { name: 'FIFO', text: 'First in, first out: the units held longest are sold first.' },
  lifo: { name: 'LIFO', text: 'Last in, first out: the newest units are sold first.' },
  hifo: { name: 'HIFO', text: 'Highest in, first out: the most expensive units are sold first.' },
  lofo: { name: 'LOFO', text: 'Lowest in, first out: the cheapest units are sold first.' },
  spec: {
    name: 'Specific ID',
    text: 'The lots you identify for each sale; units you do not identify go first in, first out.',
  },
}

export const poolWords: Readonly<Record<Pool, { name: string; text: string }>> = {
  account: { name: 'Per account', text: 'A sale used the lots of the account it was made from.' },
  universal: {
    name: 'Universal',
    text: 'One universal pool of lots for all accounts, used the same way in every year. From 2025 on, each account has its own lots.',
  },
}

/** The allocation of 2025 on record, in a sentence. */
export function harborWords({ safe_harbor }: TaxSettings): string {
  if (safe_harbor === null) return 'No allocation is on record.'
  return safe_harbor.type === 'specific'
    ? 'A specific unit allocation is on record.'
    : `A global allocation is on record: ${methodWords[safe_harbor.order].name}.`
}

/** "FIFO", or "FIFO until 2024, then HIFO" where years were filed by another method than the one that is set. */
export function methodsInTurn({ method, filed_methods }: TaxSettings): string {
  const filed = filed_methods.map((one) => `${methodWords[one.method].name} until ${one.year.toString()}`)
  return [...filed, methodWords[method].name].join(', then ')
}

/**
 * The limits that filed years set to the method (us.md, "Filed years"): a method counts for sales after the last one.
 *
 * @param lastFiled the newest year that is filed; undefined where none is, or nobody knows yet.
 */
export function filedMethodWords(
  { method, filed_methods }: TaxSettings,
  saved: TaxSettings['method'],
  lastFiled: number | undefined,
): readonly string[] {
  if (method !== saved && lastFiled !== undefined)
    return [
      `${lastFiled.toString()} is filed, so ${methodWords[method].name} counts for sales from January 1, ${(lastFiled + 1).toString()}.`,
    ]
  return filed_methods.map(
    (filed) =>
      `Sales through December 31, ${filed.year.toString()} use ${methodWords[filed.method].name}, as filed.`,
  )
}

/** The settings of a calculation on one line: "FIFO, per account". */
export function settingsLine(settings: TaxSettings): string {
  const { pool_before_2025, standing_orders } = settings
  const pool = pool_before_2025 === 'account' ? 'per account' : 'universal until 2024, then per account'
  const orders = standing_orders.length
  const withOrders = orders === 0 ? '' : `, ${orders.toString()} standing order${orders === 1 ? '' : 's'}`
  const own = ownChoices(settings).length
  const withTreatments = own === 0 ? '' : `, ${own.toString()} treatment${own === 1 ? '' : 's'} by choice`
  return `${methodsInTurn(settings)}, ${pool}${withOrders}${withTreatments}`
}

/**
 * Notes for a preparer on the chosen positions: those without an authority, and those that need records kept in time.
 * Empty where every choice is the default of the rules.
 */
export function notesOn(settings: TaxSettings): readonly string[] {
  const notes: string[] = []
  for (const { treatment, choice } of ownChoices(settings)) {
    notes.push(
      `“${choiceName(treatment, choice)}” for ${treatmentWords[treatment].name.toLowerCase()} is not the default, and no rule settles it. Ask a preparer before filing with it.`,
    )
  }
  if (settings.method !== 'fifo') {
    notes.push(
      `${methodWords[settings.method].name} is specific identification: it counts only where your order, or the lots, were on record no later than each sale. Since 2025 it works account by account.`,
    )
  }
  if (settings.pool_before_2025 === 'universal' && settings.safe_harbor === null) {
    notes.push(
      'Without a recorded allocation the oldest units are placed first, which is not a Safe Harbor (Rev. Proc. 2024-28).',
    )
  }
  return notes
}
