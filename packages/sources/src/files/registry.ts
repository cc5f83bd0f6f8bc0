import { binanceStatement } from './binance/statement.ts'
import { coinbaseV1, coinbaseV2, coinbaseV3, coinbaseV4, coinbaseV5, coinbaseV6 } from './coinbase/formats.ts'
import { coinbaseTransfers2017 } from './coinbase/transfers-2017.ts'
import { coinbaseWallet2017 } from './coinbase/wallet-2017.ts'
import { etherscanInternal } from './etherscan/internal.ts'
import { etherscanNft } from './etherscan/nfts.ts'
import { etherscanPage } from './etherscan/page.ts'
import { etherscanErc20 } from './etherscan/tokens.ts'
import { etherscanTx } from './etherscan/transactions.ts'
import { exchangeFormats } from './exchange-formats.ts'
import { otherFormats } from './other-formats.ts'
import type { FileFormat } from './reader/csv-format.ts'
import { geminiEarn } from './gemini/earn.ts'
import { geminiHistory } from './gemini/history.ts'
import { krakenLedgers } from './kraken/ledgers-csv.ts'
import { krakenTrades } from './kraken/trades.ts'
import { lotbookTemplate, zenledgerTemplate } from './template/template.ts'

/** Every layout that can be read. A test holds them to having no header in common. */
export const formats: readonly FileFormat[] = [
  coinbaseV1,
  coinbaseV2,
  coinbaseV3,
  coinbaseV4,
  coinbaseV5,
  coinbaseV6,
  coinbaseWallet2017,
  coinbaseTransfers2017,
  krakenLedgers,
  krakenTrades,
  binanceStatement,
  geminiHistory,
  geminiEarn,
  etherscanTx,
  etherscanPage,
  etherscanInternal,
  etherscanErc20,
  etherscanNft,
  lotbookTemplate,
  zenledgerTemplate,
  ...exchangeFormats,
  ...otherFormats,
]
