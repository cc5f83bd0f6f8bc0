/** Settings and versions that the figures of a calculation rest on. */
export interface RestsOn {
  readonly method: string
  /** Methods that counted before, the oldest first, each with the year or day that it counted until. */
  readonly earlierMethods: readonly { readonly until: string; readonly method: string }[]
  readonly pool: 'account' | 'universal'
  readonly standingOrders: number
  readonly engineVersion: string
  readonly rulesVersion: string
}

const METHODS: Readonly<Record<string, string>> = { spec: 'Specific ID' }
const methodName = (method: string) => METHODS[method] ?? method.toUpperCase()

/** `FIFO`, or `FIFO until 2024, then HIFO`. */
export function methodsText({ method, earlierMethods }: Pick<RestsOn, 'method' | 'earlierMethods'>): string {
  const earlier = earlierMethods.map((one) => `${methodName(one.method)} until ${one.until}`)
  return [...earlier, methodName(method)].join(', then ')
}

/** A sentence for the foot of a paper: `FIFO, lots per account. Engine 1.2.0, rules us-2026-11.` */
export function restsOnText(of: RestsOn): string {
  const pool =
    of.pool === 'account' ? 'lots per account' : 'one pool of lots until 2024, then lots per account'
  const orders =
    of.standingOrders === 0
      ? ''
      : `, ${of.standingOrders} standing ${of.standingOrders === 1 ? 'order' : 'orders'}`
  return `${methodsText(of)}, ${pool}${orders}. Engine ${of.engineVersion}, rules ${of.rulesVersion}.`
}
