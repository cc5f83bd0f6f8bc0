/** A chain whose explorer writes the exports of the Etherscan family. */
export interface ExplorerChain {
  /** Slug of the catalogue, which is also what the key of an account begins with. */
  readonly slug: string
  /** Its number among the chains of one kind (EIP-155). */
  readonly chainId: number
  readonly name: string
  /** Tickers that the header names its coin by. */
  readonly coins: readonly string[]
  /** Words in the name of a file, or above its header, that stand for this chain and no other. */
  readonly words: readonly string[]
  /** The chain whose explorer's name its own explorer bears too. */
  readonly explorerOf?: string
  /** Contracts that exist on this chain alone, by the curated token list that the product ships. */
  readonly contracts: readonly string[]
}

/** The address that explorers write for nobody: coins and tokens are minted from it and burned to it. */
export const NO_ADDRESS = '0x0000000000000000000000000000000000000000'

export const explorerChains: readonly ExplorerChain[] = [
  {
    slug: 'ethereum',
    chainId: 1,
    name: 'Ethereum',
    coins: ['ETH'],
    words: ['etherscan', 'ethereum'],
    contracts: [
      '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', // USDC
      '0xdac17f958d2ee523a2206206994597c13d831ec7', // USDT
      '0x6b175474e89094c44da98b954eedeac495271d0f', // DAI
      '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', // WETH
      '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', // WBTC
      '0x514910771af9ca656af840dff83e8264ecf986ca', // LINK
    ],
  },
  {
    slug: 'bsc',
    chainId: 56,
    name: 'BNB Smart Chain',
    coins: ['BNB'],
    words: ['bscscan', 'bsc'],
    contracts: [
      '0x55d398326f99059ff775485246999027b3197955', // USDT
      '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d', // USDC
      '0xe9e7cea3dedca5984780bafc599bd69add087d56', // BUSD
      '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c', // WBNB
    ],
  },
  {
    slug: 'polygon',
    chainId: 137,
    name: 'Polygon',
    coins: ['MATIC', 'POL'],
    words: ['polygonscan', 'polygon'],
    contracts: [
      '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', // USDC
      '0x2791bca1f2de4661ed88a30c99a7a9449aa84174', // USDC, bridged
      '0xc2132d05d31c914a87c6611c10748aeb04b58e8f', // USDT
      '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270', // wrapped coin
    ],
  },
  {
    slug: 'arbitrum',
    chainId: 42_161,
    name: 'Arbitrum One',
    coins: ['ETH'],
    words: ['arbiscan', 'arbitrum'],
    contracts: [
      '0xaf88d065e77c8cc2239327c5edb3a432268e5831', // USDC
      '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8', // USDC, bridged
      '0x912ce59144191c1204e64559fe8253a0e49e6548', // ARB
      '0x82af49447d8a07e3bd95bd0d56f35241523fbab1', // WETH
    ],
  },
  {
    slug: 'optimism',
    chainId: 10,
    name: 'OP Mainnet',
    coins: ['ETH'],
    words: ['optimistic', 'optimism'],
    explorerOf: 'ethereum',
    contracts: [
      '0x0b2c639c533813f4aa9d7837caf62653d097ff85', // USDC
      '0x7f5c764cbc14f9669b88837ca1490cca17c31607', // USDC, bridged
      '0x94b008aa00579c1307b0ef2c499ad98a8ce58e58', // USDT
      '0x4200000000000000000000000000000000000042', // OP
    ],
  },
  {
    slug: 'base',
    chainId: 8453,
    name: 'Base',
    coins: ['ETH'],
    words: ['basescan'],
    contracts: [
      '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', // USDC
      '0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca', // USDC, bridged
    ],
  },
  {
    slug: 'avalanche',
    chainId: 43_114,
    name: 'Avalanche C-Chain',
    coins: ['AVAX'],
    words: ['snowtrace', 'avalanche'],
    contracts: [
      '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e', // USDC
      '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7', // wrapped coin
    ],
  },
  {
    slug: 'fantom',
    chainId: 250,
    name: 'Fantom',
    coins: ['FTM'],
    words: ['ftmscan', 'fantom'],
    contracts: [],
  },
  {
    slug: 'gnosis',
    chainId: 100,
    name: 'Gnosis Chain',
    coins: ['XDAI'],
    words: ['gnosisscan'],
    contracts: [],
  },
  {
    slug: 'cronos',
    chainId: 25,
    name: 'Cronos',
    coins: ['CRO'],
    words: ['cronoscan', 'cronos'],
    contracts: [],
  },
  {
    slug: 'mantle',
    chainId: 5000,
    name: 'Mantle',
    coins: ['MNT'],
    words: ['mantlescan', 'mantle'],
    contracts: [],
  },
  {
    slug: 'linea',
    chainId: 59_144,
    name: 'Linea',
    coins: ['ETH'],
    words: ['lineascan', 'linea'],
    contracts: [],
  },
  { slug: 'scroll', chainId: 534_352, name: 'Scroll', coins: ['ETH'], words: ['scrollscan'], contracts: [] },
  { slug: 'blast', chainId: 81_457, name: 'Blast', coins: ['ETH'], words: ['blastscan'], contracts: [] },
  { slug: 'zksync-era', chainId: 324, name: 'zkSync Era', coins: ['ETH'], words: ['zksync'], contracts: [] },
  { slug: 'arbitrum-nova', chainId: 42_170, name: 'Arbitrum Nova', coins: ['ETH'], words: [], contracts: [] },
  { slug: 'polygon-zkevm', chainId: 1101, name: 'Polygon zkEVM', coins: ['ETH'], words: [], contracts: [] },
]

/** Slugs of the chains that an explorer export can be told to be of. */
export const EXPLORER_CHAINS: readonly string[] = explorerChains.map(({ slug }) => slug)
