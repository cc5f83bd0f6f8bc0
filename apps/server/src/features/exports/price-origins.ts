/** Origins of a value, for people. */
export const PRICE_ORIGINS: Readonly<Record<string, string>> = {
  edit: 'set by hand',
  record: 'stated by the source',
  other_side: 'other side of the transaction',
  own_price: 'own price file',
  price: 'price history',
}
