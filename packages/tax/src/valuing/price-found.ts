/** The price of a unit that a price file or a provider states. */
export interface PriceFound {
  readonly price: string
  readonly origin: 'own_price' | 'price'
  readonly priceId: string | null
}

/** The price of one unit of an asset at the instant of the transaction, in the customer's currency. */
export type PriceOf = (asset: string) => PriceFound | undefined
