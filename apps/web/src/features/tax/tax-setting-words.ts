import type { TaxSettings } from '@lotbook/contract'

type Method = TaxSettings['method']
type Pool = TaxSettings['pool_before_2025']
type TransferFee = TaxSettings['transfer_fee']

/** How lots are chosen, in words. */
export const methodWords: Readonly<Record<Method, { name: string; text: string }>> = {
  fifo: { name: 'FIFO', text: 'First in, first out: the units held longest are sold first.' },
  lifo: { name: 'LIFO', text: 'Last in, first out: the newest units are sold first.' },
  hifo: { name: 'HIFO', text: 'Highest in, first out: the most expensive units are sold first.' },
  lofo: { name: 'LOFO', text: 'Lowest in, first out: the cheapest units are sold first.' },
  spec: { name: 'Specific ID', text: 'The lots you name for a sale; the rest of it first in, first out.' },
}

export const poolWords: Readonly<Record<Pool, { name: string; text: string }>> = {
  account: { name: 'Per account', text: 'A sale used the lots of the account it was made from.' },
  universal: {
    name: 'Universal',
    text: 'One pool of lots for all accounts, used the same way in every year.',
  },
}

export const feeWords: Readonly<Record<TransferFee, { name: string; text: string }>> = {
  dispose: { name: 'Dispose', text: 'The fee is spent: a small sale of its own, with a gain or a loss.' },
  capitalize: {
    name: 'Capitalize',
    text: 'The fee is spent, and its value is added to the cost of what moved.',
  },
  carry: { name: 'Carry', text: 'No gain or loss; the cost of the fee moves onto what arrived.' },
}

/** The settings of a calculation on one line: "FIFO, per account". */
export function settingsLine({ method, pool_before_2025 }: TaxSettings): string {
  const pool = pool_before_2025 === 'account' ? 'per account' : 'universal until 2024, then per account'
  return `${methodWords[method].name}, ${pool}`
}

/**
 * What a preparer should know about the chosen positions: where no authority stands behind one, and what another asks
 * of the records. Empty where every choice is the default of the rules.
 */
export function notesOn(settings: TaxSettings): readonly string[] {
  const notes: string[] = []
  if (settings.transfer_fee !== 'dispose') {
    notes.push(
      `“${feeWords[settings.transfer_fee].name}” for transfer fees is a position without authority: no rule says it, and none forbids it. Ask a preparer before filing with it.`,
    )
  }
  if (settings.method !== 'fifo') {
    notes.push(
      `${methodWords[settings.method].name} is specific identification: it counts only where your order, or the lots, were on record no later than each sale. Since 2025 it works account by account.`,
    )
  }
  if (settings.pool_before_2025 === 'universal') {
    notes.push(
      settings.safe_harbor === null
        ? 'Without a recorded allocation the oldest units are placed first, which is not a Safe Harbor (Rev. Proc. 2024-28).'
        : 'The Safe Harbor allocation is irrevocable, and a global one had to be on record before January 1, 2025 (Rev. Proc. 2024-28).',
    )
  }
  return notes
}
