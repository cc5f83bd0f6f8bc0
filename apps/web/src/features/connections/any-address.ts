/** Slug of the generic wallet: an address whose wallet nobody named, on any chain. */
export const ANY_ADDRESS = 'wallet-address'
