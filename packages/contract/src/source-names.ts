// Apart from the calls, so that a screen that names them does not bring the validator along.

/** What an API can hand out, in the words of the list that tells it (R1.48). */
export const API_CAPABILITIES = ['Trades', 'Deposits', 'Withdrawals', 'Fees', 'Rewards'] as const

/** Fields that an API form can have (R3.17). */
export const API_FIELDS = ['apiKey', 'apiSecret', 'passPhrase', 'keyName', 'privateKey'] as const
export type ApiField = (typeof API_FIELDS)[number]

/** Explorers that a customer may give a key of their own for. */
export const EXPLORER_NAMES = ['etherscan', 'blockscout', 'subscan', 'helius'] as const
