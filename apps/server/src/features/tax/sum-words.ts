/** Rows that a sum of a year adds, in a person's words. */
export type SummedThing = 'disposal' | 'receipt' | 'donation'

interface SaidSum {
  readonly title: string
  /** As text, with its currency. */
  readonly amount: string
  readonly count: number
  readonly thing: SummedThing
}

/** A sum in a plain sentence: what it is, and of how many rows. */
export function sumSentence({ title, amount, count, thing }: SaidSum): string {
  const is = `${title} is ${amount}:`
  if (count === 0) return `${is} there is no ${thing} in it.`
  if (count === 1) return `${is} that of ${thingsOf(thing, count)}, with its own lot and its original row.`
  return `${is} the sum of ${thingsOf(thing, count)}, each with its own lot and its original row.`
}

/** `1 disposal`, `1,035 disposals`. */
export function thingsOf(thing: SummedThing, count: number): string {
  return `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`
}

/** The receipts that a sum leaves out, since nothing tells their price. */
export function leftOut(count: number): string {
  return count === 1
    ? '1 of them has no price and is not counted.'
    : `${count.toLocaleString('en-US')} of them have no price and are not counted.`
}
