import type { ProviderName } from '@lotbook/sources'
import { type AccountHistory, paymentsOf } from './account-history.ts'
import { algorandProvider } from './algorand.ts'
import { eosProvider } from './eos.ts'
import { koiosProvider } from './koios.ts'
import { neoProvider } from './neo.ts'
import { ontologyProvider } from './ontology.ts'
import { qtumProvider } from './qtum.ts'
import type { ProviderHandler } from './serve.ts'
import { solanaProvider } from './solana.ts'
import { stellarProvider } from './stellar.ts'
import { trongridProvider } from './trongrid.ts'
import { tzktProvider } from './tzkt.ts'
import { wavesProvider } from './waves.ts'
import { xrplProvider } from './xrpl.ts'

/** An address for trying each chain whose accounts have a balance. */
export const DEMONSTRATION_ADDRESSES = {
  Algorand: 'R5CSAPRSV3SVVSMYKKL2SEWI455NZQYHKDEELGJVGM5LS5XAIWWVSZBR7M',
  Cardano:
    'addr1q8r2s2c09gy6wku7ar0dzd52hr78yddwuegv8fjpszr4j6ycs0n89hg3zvs7r6hs38sdmlh2r2wr798ke54rmwszr2cqvj98yk',
  EOS: 'lotbooktest1',
  NEO: 'NUVaphUShQPD82yoXcbvFkedjHX6rUF7QQ',
  Ontology: 'AVkqyHSSjy5wtedYaJ7RcNGfPboVR6hAfm',
  Qtum: 'QTzyYCf9Sfc6DqwM4ydQ5N8E1obWvkm8AW',
  Solana: '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q',
  Stellar: 'GALRQCGIUGTSF7CXHBJFCC2AS2FTRSKSKPSFICOTTLYHZ6EHVV4QFOD4',
  Tezos: 'tz1W7VMnMMEWt4m3nScLQw6wLeyjXkiJSVKw',
  TRON: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  Waves: '3P68v2eCLei8KYcqbNiTA7CdYikP6MsUZyA',
  'XRP Ledger': 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
} as const

const COUNT = 15
const OTHER_SOLANA = 'DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK'

const historyOf = (address: string, other: string): AccountHistory => ({
  address,
  other,
  payments: paymentsOf(COUNT),
})

/** Ten coins at a time come to a wallet of Solana. */
function solanaNode(wallet: string) {
  const COIN = 1_000_000_000
  const transactions = Array.from({ length: COUNT }, (_, n) => ({
    signature: `demonstration${n}`,
    slot: 200_000_000 + n * 100_000,
    time: Date.UTC(2023, n % 12, 3) / 1000,
    fee: 5_000,
    changes: [
      { account: OTHER_SOLANA, before: 200 * COIN, after: 190 * COIN - 5_000 },
      { account: wallet, before: n * 10 * COIN, after: (n + 1) * 10 * COIN },
    ],
  }))
  return { transactions, balances: { [wallet]: COUNT * 10 * COIN } }
}

const xrpPayments = Array.from({ length: COUNT }, (_, n) => ({
  hash: `DEMONSTRATION${n}`,
  ledger: 80_000_000 + n * 20_000,
  date: 725_000_000 + n * 80_000,
  before: n * 25_000_000,
  after: (n + 1) * 25_000_000,
}))

const at = DEMONSTRATION_ADDRESSES

/** Chains whose accounts have a balance, each with the history of one address. */
export const demonstrationChains: Readonly<Partial<Record<ProviderName, ProviderHandler>>> = {
  algorand: algorandProvider(
    historyOf(at.Algorand, 'GJ3ANDOMVU3NLAEKMVNYDF2FZYUG6FQNGMLBX4DZQHPGGYPQVKBHTERHCA'),
  ),
  eos: eosProvider(historyOf(at.EOS, 'exchange')),
  koios: koiosProvider({
    ...historyOf(at.Cardano, 'addr1other'),
    stake: 'stake1uxvg8enjm5g3xg0patcgncxalm4p48plznmv623ahgpp4vqx8y9h6',
    rewards: Array.from({ length: 6 }, (_, n) => ({
      earned_epoch: 385 + n,
      spendable_epoch: 387 + n,
      amount: '150000',
      type: 'member',
      pool_id_bech32: 'pool1demonstration',
    })),
  }),
  neo: neoProvider(historyOf(at.NEO, 'NZwvGPNXprXj2KnKEFbpz3aG87bGECZThL')),
  ontology: ontologyProvider(historyOf(at.Ontology, 'AMp6AG3wfs1KX36U8vxQqQXxYyEUoziiH2')),
  qtum: qtumProvider(historyOf(at.Qtum, 'QeZjXLEyqKgUNyoXcTCC2nxVx77cSnmpcy')),
  solana: solanaProvider(solanaNode(at.Solana)),
  stellar: stellarProvider(historyOf(at.Stellar, 'GD7HFW277COHCGROUWTGSTMCL46OTPSCIPTGP6OO4SLOCUGBGG4HGCQV')),
  trongrid: trongridProvider({
    ...historyOf(at.TRON, 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH'),
    hex: {
      own: '415cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb',
      other: '4178c842ee63b253f8f0d2955bbc582c661a078c9d',
    },
    tokens: [
      {
        transaction_id: 'f'.repeat(64),
        token_info: {
          symbol: 'USDT',
          address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
          decimals: 6,
          name: 'Tether USD',
        },
        block_timestamp: Date.UTC(2023, 1, 1),
        from: 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH',
        to: at.TRON,
        type: 'Transfer',
        value: '250000000',
      },
    ],
  }),
  tzkt: tzktProvider(historyOf(at.Tezos, 'tz1eHA7DyZe2qVghNuwbPVekyXYQv35KLtLd')),
  waves: wavesProvider(historyOf(at.Waves, '3PKDYd1PEoRpmtB8QRx9apTaSX6PuUqPb5b')),
  xrpl: xrplProvider({ address: at['XRP Ledger'], payments: xrpPayments }),
}
