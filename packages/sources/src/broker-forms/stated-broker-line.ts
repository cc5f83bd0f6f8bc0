import type { BrokerLine } from '@lotbook/journal'

/** A line of a Form 1099-DA as a file states it: which account and asset of a history it is of, nobody has said yet. */
export interface StatedBrokerLine extends Omit<
  BrokerLine,
  'id' | 'account' | 'asset' | 'tiedTo' | 'note' | 'loss'
> {
  /** 1-based line of the file; of JSON the number of the detail. */
  readonly line: number
  readonly broker: string
  /** The ticker, where the file has one beside the name. */
  readonly symbol: string
  /** The recipient's name, where the file has it. */
  readonly recipientName: string
}

/** A cell that could not be read: its line is set aside whole, since half a line would be tied to the wrong sale. A total that does not add up is one too. */
export interface BrokerFormProblem {
  readonly line: number
  readonly column: string | null
  readonly value: string | null
  readonly message: string
}
