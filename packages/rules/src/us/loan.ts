import { mulDiv } from '@lotbook/money'
import { type Dollars, isCoin, type Side, type TaxEvent, valueOf } from '../event.ts'
import type { Memory } from '../memory.ts'
import type { Movement } from '../movement.ts'
import { type Costs, thenFee } from './fees.ts'
import { receiveAtValue } from './receipt.ts'

/** Borrowed coins are a lot at their value, and are owed for what they are worth now (R-OPEN-11). */
export function borrow(event: TaxEvent, costs: Costs, memory: Memory): readonly Movement[] {
  const { received, account } = event
  if (isCoin(received)) {
    memory.owed.add(account, received.asset, received.units)
    memory.owedValue.add(account, received.asset, valueOf(received))
  }
  return receiveAtValue(event, costs)
}

/**
 * Coins that are owed are given back for what they were worth when they were borrowed (R-OPEN-11, disputed): 1 ETH borrowed at
 * $2,000 and bought back for $2,500 is a loss of $500.
 */
export function repay(event: TaxEvent, costs: Costs, memory: Memory): readonly Movement[] {
  const { sent, treatment } = event
  if (!isCoin(sent)) return thenFee([], costs)
  const { asset, units } = sent
  const { kind } = treatment
  const value = repaidFor(event, sent, memory)
  return thenFee([{ does: 'dispose', asset, units, value, costs: costs.all, kind }], costs)
}

/** On average of the account's debt in that asset; what goes beyond the debt counts for its share of the value today. */
function repaidFor({ account }: TaxEvent, sent: Side, { owed, owedValue }: Memory): Dollars {
  const { asset, units } = sent
  const value = valueOf(sent)
  const debt = owed.get(account, asset)
  if (debt === 0n || units === 0n) return value
  const part = units < debt ? units : debt
  const principal = mulDiv(owedValue.get(account, asset), part, debt, 'half-even')
  owed.add(account, asset, -part)
  owedValue.add(account, asset, -principal)
  const beyond = units - part
  return beyond === 0n ? principal : principal + mulDiv(value, beyond, units, 'half-even')
}
