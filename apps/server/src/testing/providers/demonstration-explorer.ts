import { emptyExplorer, type ExplorerChain } from './explorer.ts'

const DEX = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const ETHER = 10n ** 18n
const GAS = 100_000n * 30_000_000_000n

/** Ethereum as one address knows it: two coins that came, a coin in tenths for dollars once a month, and a token that advertises. */
export function demonstrationExplorer(address: string): ExplorerChain {
  const chain = emptyExplorer()
  const at = (n: number) => ({
    hash: `0x${(n + 1).toString(16).padStart(64, '0')}`,
    blockNumber: String(17_000_000 + n * 200_000),
    timeStamp: String(Date.UTC(2023, 4 + n, 2) / 1000),
    contractAddress: '',
    gasUsed: '100000',
    gasPrice: '30000000000',
    isError: '0',
    functionName: '',
  })
  chain.txlist.push({ ...at(0), from: DEX, to: address, value: String(2n * ETHER) })
  for (let n = 1; n <= 6; n += 1) {
    chain.txlist.push({
      ...at(n),
      from: address,
      to: DEX,
      value: String(ETHER / 10n),
      functionName: 'swap(uint256 amount)',
    })
    chain.tokentx.push({
      ...at(n),
      from: DEX,
      to: address,
      value: String(180_000_000 + n * 1_000_000),
      contractAddress: USDC,
      tokenName: 'USD Coin',
      tokenSymbol: 'USDC',
      tokenDecimal: '6',
    })
  }
  chain.tokentx.push({
    ...at(7),
    from: DEX,
    to: address,
    value: '1000',
    contractAddress: '0x8617e340b3d01fa5f11f306f4090fd50e238070d',
    tokenName: 'Claim at reward.example.com',
    tokenSymbol: 'REWARD',
    tokenDecimal: '0',
  })
  const held = 2n * ETHER - 6n * (ETHER / 10n + GAS)
  return {
    ...chain,
    code: { [DEX]: '0x6080' },
    sent: { [DEX]: 123_456 },
    balances: { [address]: String(held) },
  }
}
