/** The contract that takes the stakes of Ethereum's validators. https://ethereum.org/staking/deposit-contract */
const DEPOSIT_CONTRACT = '0x00000000219ab540356cbb839cbe05303d7705fa'

/** Whether coins that went to an address were staked. */
export const isStaked = (to: string): boolean => to.toLowerCase() === DEPOSIT_CONTRACT
