/** Value of a side, and its source (the order of `architecture`: edit, record, other side, prices). */
export interface Valuation {
  readonly side: Side
  readonly value: string
  readonly origin: 'edit' | 'record' | 'other_side' | 'own_price' | 'price'
  readonly priceId: string | null
}

export interface PriceFound {
  readonly price: string
  readonly origin: 'own_price' | 'price'
  readonly priceId: string | null
}

/** The price of one unit of an asset at the instant of the transaction, in the customer's currency. */
export type PriceOf = (asset: string) => PriceFound | undefined
