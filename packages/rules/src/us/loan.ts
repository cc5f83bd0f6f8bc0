import { mulDiv } from '@lotbook/money'
import { type Dollars, isCoin, type Side, type TaxEvent, valueOf } from '../event.ts'
import type { Memory } from '../memory.ts'
import { withFeeSpent } from './fees.ts'
import { receiveAtValue } from './receipt.ts'
import type { Rule } from './rule.ts'

/**
 * Borrowed coins are a lot at their value, and are owed at that value (R-OPEN-11; no authority, disputed): 1 ETH borrowed at $2,000
 * cost $2,000.
 */
export const borrow: Rule = {
  operation: 'borrow',
  ids: [],
  value: 'needs-received',
  movements(event, costs, memory) {
    const { received, account } = event
    if (isCoin(received)) {
      memory.owed.add(account, received.asset, received.units)
      memory.owedValue.add(account, received.asset, valueOf(received))
    }
    return receiveAtValue(event, costs)
  },
}

/**
 * Coins that repay a loan are disposed of for their value on the day they were borrowed (R-OPEN-11; no authority, disputed): 1 ETH
 * borrowed at $2,000 and bought back for $2,500 is a loss of $500.
 */
export const repay: Rule = {
  operation: 'repay',
  ids: ['R-OPEN-11'],
  value: 'needs-sent',
  movements(event, costs, memory) {
    const { sent, treatment } = event
    if (!isCoin(sent)) return withFeeSpent([], costs)
    const { asset, units } = sent
    const { kind } = treatment
    const value = valueWhenBorrowed(event, sent, memory)
    return withFeeSpent([{ does: 'dispose', asset, units, value, costs: costs.total, kind }], costs)
  },
}

/** The average value of the account's debt in that asset. Units beyond the debt count for their share of the value today. */
function valueWhenBorrowed({ account }: TaxEvent, sent: Side, { owed, owedValue }: Memory): Dollars {
  const { asset, units } = sent
  const value = valueOf(sent)
  const debt = owed.get(account, asset)
  if (debt === 0n || units === 0n) return value
  const repaid = units < debt ? units : debt
  const principal = mulDiv(owedValue.get(account, asset), repaid, debt, 'half-even')
  owed.add(account, asset, -repaid)
  owedValue.add(account, asset, -principal)
  const beyond = units - repaid
  return beyond === 0n ? principal : principal + mulDiv(value, beyond, units, 'half-even')
}
