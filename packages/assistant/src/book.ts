/** A part of a list: how many rows, and the cursor that the part before ended with. */
export interface Page {
  readonly cursor?: string | undefined
  readonly limit: number
}

export interface RowsWanted extends Page {
  readonly year: number
  readonly kind: 'disposals' | 'incomes' | 'removals'
}

/** A sale that nobody has made. */
export interface SaleWanted {
  readonly asset: string
  /** The id of the account, as the holdings name it. */
  readonly account: string
  readonly quantity: string
  readonly day?: string | undefined
  /** USD for one unit; the newest known price where it is left out. */
  readonly price?: string | undefined
}

/**
 * The books of one customer, to be looked into and never changed. Amounts are decimal text as they are stored. Every figure comes with a
 * handle, which `explain` leads to the rows of the customer's files.
 */
export interface Book {
  readonly years: () => Promise<object>
  readonly year: (year: number) => Promise<object>
  readonly rows: (wanted: RowsWanted) => Promise<object>
  readonly explain: (handle: string, cursor: string | undefined) => Promise<object>
  readonly holdings: (page: Page) => Promise<object>
  readonly openItems: (page: Page) => Promise<object>
  readonly answerEffect: (id: string, option: string) => Promise<object>
  readonly planSale: (wanted: SaleWanted) => Promise<object>
}

/** A question that the books cannot answer, and why; told to the assistant in these words. */
export class BookRefusal extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'BookRefusal'
    this.code = code
  }
}
