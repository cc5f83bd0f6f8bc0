import type { TaxEvent } from '../event.ts'
import type { Memory } from '../memory.ts'
import type { Movement } from '../movement.ts'
import type { Choices } from './choices.ts'
import { gainOnContract, lossOnContract } from './contract.ts'
import { exchange } from './exchange.ts'
import { costsOf } from './fees.ts'
import { receiveGift } from './gift.ts'
import { income } from './income.ts'
import { borrow, repay } from './loan.ts'
import { rebrand } from './rebrand.ts'
import { receive, receiveAtValue, receiveUnresolved } from './receipt.ts'
import { remove } from './removal.ts'
import { selfTransfer } from './self-transfer.ts'
import { spend } from './spending.ts'
import { lockUp, returnLocked } from './staking.ts'

/**
 * Movements of an event, in order: its main disposal or move comes first, then the fee.
 *
 * @param memory of the events before it; takes up what later ones need of this one.
 */
export function movementsOf(event: TaxEvent, memory: Memory, choices: Choices): readonly Movement[] {
  const costs = costsOf(event)
  switch (event.treatment.operation) {
    case 'exchange':
      return exchange(event, costs, choices)
    case 'income':
      return income(event, costs)
    case 'acquire':
      return receiveAtValue(event, costs)
    case 'receive-free':
      return receive(event, costs, 0n)
    case 'receive-unresolved':
      return receiveUnresolved(event, costs)
    case 'receive-gift':
      return receiveGift(event, costs)
    case 'borrow':
      return borrow(event, costs, memory)
    case 'repay':
      return repay(event, costs, memory)
    case 'margin-gain':
      return gainOnContract(event, costs)
    case 'margin-loss':
      return lossOnContract(event, costs)
    case 'staking-lockup':
      return lockUp(event, costs, memory, choices)
    case 'staking-return':
      return returnLocked(event, costs, memory, choices)
    case 'dispose':
      return spend(event, costs)
    case 'remove':
      return remove(event, costs, memory)
    case 'convert':
      return rebrand(event, costs)
    case 'transfer':
      return selfTransfer(event, costs, choices)
  }
}
