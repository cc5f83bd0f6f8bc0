import type { MethodComparison, MethodOutcome } from '@lotbook/contract'
import { compare } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'
import { methodWords } from '../settings/tax-setting-words.ts'

/** The name of a column. */
export function outcomeName({ method }: Pick<MethodOutcome, 'method'>): string {
  return method === 'recorded' ? 'As recorded' : methodWords[method].name
}

/** Whether a method may lawfully apply to the year, in a sentence, and how much of a warning that is. */
export function standingOf(
  { method, contrary }: Pick<MethodOutcome, 'method' | 'contrary'>,
  { disposals, named }: Pick<MethodComparison, 'disposals' | 'named'>,
): { readonly look: 'done' | 'warn' | 'optional'; readonly label: string; readonly text: string } {
  const open = disposals - named
  const of = (count: number) =>
    count === open ? `any of the ${salesOf(open)}` : `${count} of ${salesOf(open)}`
  if (open === 0) {
    const text =
      disposals === 0 ? 'Nothing was disposed of in this year.' : 'The lots of every sale are named.'
    return { look: 'optional', label: 'Makes no difference', text }
  }
  if (method === 'recorded') {
    return contrary === 0
      ? { look: 'done', label: 'On record', text: 'Your standing orders, named lots, and FIFO for the rest.' }
      : {
          look: 'warn',
          label: 'Not on record',
          text: `The method of your settings was not on record for ${of(contrary)}. For those the law requires FIFO, unless your other records show that you identified the lots in time.`,
        }
  }
  return contrary === 0
    ? { look: 'done', label: 'Lawful as recorded', text: `In force for all ${salesOf(open)}.` }
    : {
        look: 'warn',
        label: 'Too late',
        text: `Not in force for ${of(contrary)}: an order recorded now cannot apply to what is sold already.`,
      }
}

/** What the gains under the methods say: the first is what is recorded; then the least and the most that another comes to. */
export function methodsSentence(
  rows: readonly { readonly name: string; readonly net: string }[],
  money: (amount: string) => string,
): string {
  const [recorded, ...others] = rows
  if (recorded === undefined) return ''
  const byNet = others.toSorted((a, b) => compare(readAmount(a.net), readAmount(b.net)))
  const [least, most] = [byNet[0], byNet.at(-1)]
  const now = `As recorded the year comes to ${money(recorded.net)}`
  if (least === undefined || most === undefined) return `${now}.`
  const isSame = (a: string, b: string) => compare(readAmount(a), readAmount(b)) === 0
  if (isSame(least.net, most.net))
    return isSame(least.net, recorded.net)
      ? `${now}, and under every method to the same.`
      : `${now}, and under every other method to ${money(least.net)}.`
  return `${now}; least would be ${money(least.net)} under ${namesOf(byNet, least.net)}, most ${money(most.net)} under ${namesOf(byNet, most.net)}.`

  function namesOf(all: typeof byNet, net: string): string {
    const names = all.filter((row) => isSame(row.net, net)).map(({ name }) => name)
    return names.length === 1 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
  }
}

function salesOf(count: number): string {
  return `${count.toLocaleString()} sale${count === 1 ? '' : 's'}`
}
