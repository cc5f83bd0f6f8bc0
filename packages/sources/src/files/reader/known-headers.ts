/**
 * Headers of reports that are known by name and have no reader, by report. Cells are parted by bars, and a star is any text. They come
 * from the study of formats; a report that gains a reader leaves this table.
 */
export const KNOWN_HEADERS: Readonly<Record<string, readonly string[]>> = {
  Anycoin: ['Date|Type|Amount|Currency|Order ID'],
  'Aptoscan (Coin Transfers)': ['Version|Block|Time|Coin_Type|From|To|Amount|Fee|Success'],
  'Aptoscan (Token Transfers)': ['Version|Block|Time|Token|Token_Version|From|To|Amount|Fee|Success'],
  'Aptoscan (Transactions)': ['Version|Block|Time|From|To|Function|Fee|Success'],
  'Awaken futures template': [
    'Date|Asset|Amount|Fee|P&L|Payment Token|ID|Notes|Tag|Transaction Hash',
    'Date|Asset|Amount|Fee|P&L|Payment Token|Notes|Transaction Hash|Tag',
  ],
  'Awaken multi-asset template': [
    'Date|Received Quantity|Received Currency|Received Fiat Amount|Sent Quantity|Sent Currency|Sent Fiat Amount|Received Quantity 2|Received Currency 2|Sent Quantity 2|Sent Currency 2|Fee Amount|Fee Currency|Notes|Tag',
  ],
  'Barclays Smart Investor': ['Investment|Date|Order Status|Account|Buy/Sell|Quantity|Cost/Proceeds'],
  'Binance auto-invest': [
    'Auto-Invest Date(UTC)|Holding Coin|Amount per period|Trading Fee|Units|From|Status',
  ],
  'Binance BETH': ['Date(UTC)|Coin|Token|Amount|Status'],
  'Binance deposits and withdrawals of money': [
    'Time|Method|Amount|Receive Amount|Fee|Status|Transaction ID',
  ],
  'BingX futures orders': [
    'UID|Order No.|*|Pair|Type|Leverage|DealPrice|Quantity|Amount|Fee|Fee Coin|Realized PNL|Quote Asset|Order Type|AvgPrice',
  ],
  'BingX futures account': ['*|type|Details|Amount|newAvailableAmount|Assets|Futures'],
  'BingX spot account (its spot order history has the trades)': ['*|type|Amount|newAvailableAmount|Assets'],
  'Bitget deposits and withdrawals (its spot transactions have them with their fees)': [
    'Date|Type|Funding account|Coin|Quantity|Address|TxID|Status',
  ],
  'Bitget futures': [
    'Order|Date|Coin|Futures|Margin Mode|Type|Amount|Fee|Wallet balance',
    'Date|Direction|Coin|Futures|Transaction amount|Average Price|Trading volume|Realized P/L|NetProfits|Fee',
    'Date|Order ID|Direction|Coin|Futures|order source|Transaction type|Price|Average Price|Order amount|Executed|Trading volume|Realized P/L|NetProfits|Status',
    'Futures|Opening time|Average entry price|Average closing price|Closed amount|Closed value|Position Pnl|Realized PnL|Fees|Opening fee|Closing fee|Closed time',
  ],
  'Bitget margin': [
    'Time|Pair|Coin|Type|Amount|fee|Balance',
    'Date|Type|Business|Order ID|Trading Pair|Base Asset|Quote Asset|Direction|Price|Order amount|Average Price|Executed|Trading volume|Status',
  ],
  'Bitget spot order history (its spot order details have the trades with their fees)': [
    'Date|Type|Order Id|Trading pair|Base Asset|Quote Asset|Direction|Price|Order amount|Executed|Average Price|Trading volume|Status',
  ],
  'Bitget unified account': [
    'Order ID|Date|Trade Type|Coin|Trading Pair|Transaction Type|Amount|Fee|Balance Changes|Balance',
    'Date|Order ID|Trade Type|Order Type|Delegate Type|Trading Pair|Base Asset|Quote Asset|Direction|Order Price|Order Quantity|Executed|Average Price|Trading Volume|Fee|Status',
    'Order ID|Date|Swap Type|Coin to Sell|Sell Quantity|Coin to Buy|Buy Quantity|Price',
  ],
  'BitMEX trades': [
    'transactTime|symbol|execType|side|lastQty|lastPx|execCost|commission|execComm|ordType|orderQty|leavesQty|price|text|orderID',
  ],
  'Bittrex Trades': [
    'Date|Market|Side|Type|Price|Quantity|Total',
    'Uuid|Exchange|Closed (UTC)|Opened (UTC)|Type|Time In Force|Bid/Ask|Quantity|Remaining|Price|Avg. Price per Share',
  ],
  Bittylicious: [
    'reference|direction|status|coin|coinAmount|fiatCurrency|fiatCurrencyAmount|startedTime|endedTime|transactionID|coinAddress',
  ],
  'Blockchain.com Exchange': [
    'date_time_utc|transaction_type|asset|quantity_transacted|counter_asset|counter_amount|price|fee_asset|fee_amount|order_id|transaction_id|tx_hash',
  ],
  'Blockscout (Tokens)': [
    'TxHash|BlockNumber|UnixTimestamp|FromAddress|ToAddress|TokenContractAddress|Type|TokenSymbol|TokensTransferred|TransactionFee|Status|ErrCode',
  ],
  'BloFin Deposits': ['Asset|amount|chain_name|txid|Time|State'],
  'BloFin Funding': ['symbol|QTY|Funding rate|Funding type|Funding Fee|real_funding_amount|Time'],
  'BloFin Futures': [
    'Underlying Asset|order_time|Side|price|Order price|Filled(Quantity)|Filled(Total)|Filled(Value)|Filled(OrderValue)|PNL|PNL%|Fee|Order options|Reduce-only|Status',
  ],
  'BloFin Margin Trades': [
    'Underlying Asset|Margin Mode|Leverage|Order Time|Side|Avg Fill|Price|Filled|Total|PNL|PNL%|Fee|Order Options|Reduce-only|Status',
  ],
  'BloFin Spot Trades': [
    'Underlying Asset|order_time|Side|Avg Filled price|Price|Filled(Quantity)|Filled(Total)|Filled(Value)|Filled(OrderValue)|Fee|Order options|Status',
    'Underlying Asset|Order Time|Side|Avg Fill|Price|Filled|Total|Fee|Order Options|Status',
  ],
  'BloFin Withdrawals': ['Asset|amount|chain_name|txid|Address|Tag|Time|State'],
  BnkToTheFuture: ['Date|Description|Currency|Details|Transaction ID|In|Out'],
  'BTCPay Server': [
    'Date|InvoiceId|OrderId|Category|PaymentMethodId|Confirmed|Address|PaymentCurrency|PaymentAmount|PaymentMethodFee|LightningAddress|InvoiceCurrency|InvoiceCurrencyAmount|Rate',
  ],
  'Bybit deposits and withdrawals (its funding account log has the same)': [
    'Uid|Date|Type|Asset|Chain|Amount|Tx ID|Status|Received Address',
  ],
  'Bybit Deposits/Withdrawals': ['Type|Coin|Amount|Wallet Balance|Time(UTC)'],
  CGTCalculator: ['B/S|Date|Company|Shares|Price|Charges|Tax', 'B/S|Date|Company|Shares|Price|Charges|Tax|'],
  'Change Invest': [
    'created_time|id|order_type|from_currency|from_amount|to_currency|to_amount|fee|execution_price|completed_time',
  ],
  Changelly: [
    'Currency from|Currency to|Status|Date|Exchange amount|Total fee|Exchange rate|Receiver|Amount received',
  ],
  ChangeTip: ['On|From|To|When|Amount in Satoshi|mBTC|Status|Message'],
  Circle: [
    'Date|Reference ID|Transaction Type|From Account|To Account|From Amount|From Currency|To Amount|To Currency|Status',
  ],
  'Coinbase gains and losses (its transaction history has what they are of)': [
    'Transaction Type|Transaction ID|Tax lot ID|Asset name|Amount|Date Acquired|Cost basis (USD)|Date of Disposition|Proceeds (USD)|Gains (Losses) (USD)|Holding period (Days)|Data source',
  ],
  'Coinbase raw transactions for taxes (its transaction history has the same)': [
    'Transaction ID|Transaction Type|Date & time|Asset Acquired|Quantity Acquired (Bought, Received, etc)|Cost Basis (incl. fees and/or spread) (USD)|Data Source|Asset Disposed (Sold, Sent, etc)|Quantity Disposed|Proceeds (excl. fees and/or spread) (USD)',
    'Transaction ID|Transaction Type|Date & time|Asset Acquired|Quantity Acquired (Bought, Received, etc)|Cost Basis (incl. fees and/or spread) (USD)|Data Source|Asset Disposed (Sold, Sent, etc)|Quantity Disposed|Proceeds (excl. fees paid) (USD)',
    'Transaction ID|Transaction Type|Date & time|Asset Acquired|Quantity Acquired (Bought, Received, etc)|Cost Basis (incl. fees paid) (USD)|Data Source|Asset Disposed (Sold, Sent, etc)|Quantity Disposed|Proceeds (excl. fees paid) (USD)',
  ],
  'Coincheck (JP) buys': ['ID|Amount|Price|Trading Currency|Original Currency|Progress|Time'],
  CoinCorner: [
    'Date & Time|Store/Website|Detail|Type|Tx ID|Price|Price Currency|Gross|Gross Currency|Fee|Fee Currency|Net|Net Currency|Balance|Balance Currency',
    'Date|Currency|Transaction Type|Amount|Balance',
  ],
  'Coinfloor Deposits/Withdrawals': [
    'Date & Time|Amount|Asset|Type',
    'Date & Time|Amount|Asset|Type|Address|Transaction Hash',
  ],
  'Coinfloor Trades': [
    'Date & Time|Base Asset|Counter Asset|Amount|Price|Total|Fee|Order Type',
    'Date & Time|Base Asset|Counter Asset|Amount|Price|Total|Fee|Order Type|Trade ID|Order ID',
  ],
  'CoinList Pro': ['portfolio|type|time|amount|balance|amount/balance unit|transaction_id'],
  Coinmetro: [
    'Asset|Date|Description|Amount|Fee|Price|Pair|Other Currency|Other Amount|IBAN|Transaction Hash|Address|Tram|Additional Info|Reference Note|Comment',
  ],
  CoinSmart: ['Credit|Debit|TransactionType|ReferenceType|Product|Balance|TimeStamp'],
  'CoinSpot sends and receives': ['Transaction Date|Type|Coin|Status|Fee|Amount|Address|Txid|Aud'],
  CoinStats: [
    'Portfolio|Coin Name|Coin Symbol|Exchange|Pair|Type|Amount|Price|Price USD|Fee Percent|Fee Amount|Fee Currency|Date|Notes',
    'Coin Symbol|Exchange|Pair|Type|Amount|Price|Fee|Date|Notes',
  ],
  'Cointelli template': [
    'Timestamp|Type|Out Currency|Out Quantity|In Currency|In Quantity|Fee Currency|Fee Quantity|Comments',
  ],
  CoinTracking: ['Type|Buy|Cur.|Value in BTC|*|Sell|Cur.|Value in BTC|*|Spread|Exchange|Group|Date'],
  'Crypto.com Exchange trades': ['Trade Date|Instrument|Side|Quantity|Price|Fee|Fee Currency|Margin Order'],
  'Crypto.com Tax template': [
    'Date|Type|Received Currency|Received Amount|Received Net Worth|Sent Currency|Sent Amount|Sent Net Worth|Fee Currency|Fee Amount|Fee Net Worth',
  ],
  'Cryptopia Deposits': ['#|Currency|Amount|Status|Type|Transaction|Conf.|Timestamp'],
  'Cryptopia Trades': ['#|Market|Type|Rate|Amount|Total|Fee|Timestamp'],
  'Cryptopia Withdrawals': ['#|Currency|Amount|Fee|Status|TransactionId|Address|Timestamp'],
  Cryptsy: ['TradeID|OrderType|Market|Price|Quantity|Total|Fee|Net|Timestamp'],
  'DeFi Taxes': [
    'timestamp|UTC datetime|chain|transaction hash|color|classification|custom note|counterparty address|counterparty name|function hex signature|operation (decoded hex signature)|source address|source is me|destination address|destination is me|amount transfered|token contract address|token symbol|token unique|token ID|transfer type|tax treatment|vault id|coingecko id|rate source|USD rate|url',
  ],
  Deribit: [
    'ID|UserSeq|Date|Instrument|Type|Side|Amount|Base Amount|Position|Price|Mark Price|Index Price|Cash Flow|Funding|Fee Rate|Fee Charged|Fee Balance|Change|Balance|Equity|Trade ID|Order ID|Info|Note',
    'ID|UserSeq|Date|Instrument|Type|Side|Base Amount|Position|Price|Mark Price|Index Price|Cash Flow|Funding|Fee Rate|Fee Charged|Fee Balance|Change|Balance|Equity|Trade ID|Order ID|Info|Note',
    'ID|UserSeq|Date|Instrument|Type|Side|Base Amount|Position|Price|Mark Price|Index Price|Cash Flow|Funding|Fee Rate|Fee Charged|Fee Balance|Change|Balance|Equity|Trade ID|Order ID|Info',
    'ID|UserSeq|Date|Instrument|Type|Side|Size|Position|Price|Mark Price|Cash Flow|Funding|Fee Rate|Fee Paid|Fee Balance|Change|Balance|Equity|Trade ID|Order ID|Info',
  ],
  'Easy Crypto': [
    'Date|Order ID|Type|From symbol|To symbol|From amount|To amount|To address|To memo|Fiat Value',
  ],
  Eternl: [
    'Date|Sent Amount|Sent Currency|Received Amount|Received Currency|Fee Amount|Fee Currency|Label|Description|TxHash|TxType',
  ],
  FatStx: [
    'currency|burnDate|inSymbol|inAmount|outSymbol|outAmount|xactnFee|inCoinPrice|outCoinPrice|xactnFeeCoinPrice|xactnType|xactnTypeDetail|xactnId|inAmountRaw|outAmountRaw|xactnFeeRaw|sender|recipient|memo|burnDateAltFormat1',
  ],
  'FTX Deposits': [
    '|Time|Coin|Amount|Status|Additional info|Transaction ID',
    '|Time|Coin|Amount|Status|Additional info|Transaction ID|',
    'id|time|coin|size|status|additionalInfo|txid|_delete',
    'id|time|coin|size|status|txid',
  ],
  'FTX Dust Conversion': ['time|from|to|size|fee|price|proceeds|status'],
  'FTX Lending': [
    'Time|Currency|Size|Hourly Funding Rate|Proceeds|Proceeds in USD',
    'time|coin|size|rate|proceeds|feeUsd',
    'time|coin|size|rate|proceeds',
  ],
  'FTX Staking': ['Time|Notes|Coin|Reward'],
  'FTX Withdrawals': [
    '|Time|Coin|Amount|Destination|Status|Transaction ID|fee',
    'Time|Coin|Amount|Destination|Status|Transaction ID|fee|',
    'time|coin|size|address|status|txid|fee|id',
  ],
  'GateHub (XRP)': ['Time|TX hash|Type|Amount|Currency|Currency Issuer Address|Currency Issuer Name|Balance'],
  'Gravity (Bitstocks)': [
    'transaction id|from account|to account|from account type|to account type|date utc|transaction type|status|amount|currency|withdrawal_address',
    'transaction id|from account|to account|date utc|transaction type|status|amount|currency',
  ],
  HandCash: [
    'type|addresses|transactionId|note|satoshiFees|satoshiAmount|fiatExchangeRate|fiatCurrencyCode|participants|createdAt',
    'type|addresses|transactionId|note|satoshiFees|satoshiAmount|fiatExchangeRate|fiatCurrencyCode|participants|updatedAt|createdAt',
  ],
  Helium: [
    'block|date|type|transaction_hash|hnt_amount|hnt_fee|usd_oracle_price|usd_amount|usd_fee|payer|payee',
  ],
  'Hotbit Trades': [
    'Date|Pair|Side|Price|Volume|Fee|Total',
    'Date|Pair|Side|Price|Amount|Fee|Total',
    'Date|Pair|Type|Price|Amount|Fee|Total|Export',
    'time|market|side|price|amount|deal|fee',
    'time|user_id|market|side|role|price|amount|deal|fee|platform|stock|deal_stock',
  ],
  'Interactive Investor': [
    'Settlement Date|Date|Symbol|Sedol|ISIN|Quantity|Price|Description|Reference|Debit|Credit|Running Balance',
  ],
  'Jupiter Futures': [
    'ID|Owner|Symbol|Created At|Updated At|Action|Order Type|Deposit/Withdrawal (USD)|Price|Size (USD)|PnL (USD)|Fee (USD)|Liquidation Fee (USD)|Transaction ID',
  ],
  Kinesis: [
    'DateTime|HIN|Transactions_ID|Order_ID|Currency_Pair|Transaction_Type|Amount|Amount_Currency|Trade_Price|Trade_Price_Currency|Total|Fee|Fee_Currency|Trade_Value_in_USD',
  ],
  'KuCoin Deposits': ['Time|Coin|Network|Amount|Type|Remark|Fee', 'Time|Coin|Amount|Type|Remark'],
  'KuCoin Deposits/Withdrawals': ['coin_type|type|add|hash|vol|created_at'],
  'KuCoin fiat deposits': ['Order ID|Currency (Fiat)|Fiat Amount|Fee|Deposit Method|Status|Time(UTC)'],
  'KuCoin fiat withdrawals': [
    'Order ID|Currency (Fiat)|Fiat Amount|Fee Currency|Fee|Withdrawal Method|Status|Time(UTC)',
  ],
  'KuCoin futures orders (its realized PNL report has what they brought)': [
    'UID|Account Type|Order ID|Filled Time(UTC)|Symbol|Side|Filled Amount|Filled Price|Filled Volume|Filled Volume (USDT)|Fee Rate|Fee|Order Type',
    'UID|Account Type|Order ID|Time Filled(UTC)|Symbol|Side|Order Type|Filled Amount|Filled Price|Filled Volume|Filled Volume (USDT)|Fee|Fee Currency',
  ],
  'KuCoin margin borrowings and lendings (its account history has what moved)': [
    'UID|Account Type|Order ID|Coin|Amount|Interest|Repaid|Daily Interest|Term|Time Filled(UTC)|Maturity Date(UTC)|Repayment Time(UTC)|Status',
    'UID|Account Type|Order ID|Coin|Amount|Interest|User Repayment|Insurance Fund Repayment|Daily Interest|Term|Time Filled(UTC)|Repayment Time(UTC)|Status',
  ],
  'KuCoin purchases with money': [
    'Order ID|Order Type|Currency (Crypto)|Crypto Quantity,|Price|Currency (Fiat)|Fiat Amount|Fee Currency|Fee|Status|Time(UTC)',
    'Order ID|Currency (Crypto)|Crypto Quantity|Currency (Fiat)|Fiat Amount|Fee Currency (Fiat)|Fee (Fiat)|Fee Currency (Crypto)|Fee (Crypto)|Payment Method|Status|Time(UTC)',
    'Order ID|Currency (Crypto)|Crypto Quantity|Currency (Fiat)|Fiat Amount|Fee Currency (Fiat)|Fee (Fiat)|Fee Currency (Crypto)|Fee (Crypto)|Channel|Payment Method|Status|Time(UTC)',
  ],
  'KuCoin staking orders (its earn profit history has what they brought)': [
    'UID|Account Type|Staked Time(UTC)|Staked Coin|Product Type|Product Name|Maturity Date(UTC)|Amount|Redemption Time(UTC)|Status',
  ],
  'KuCoin Trades': [
    'oid|symbol|dealPrice|dealValue|amount|fee|direction|createdDate|',
    'uid|symbol|order_type|price|amount_coin|direction|funds|fee|created_at',
    'uid|symbol|direction|deal_price|amount|deal_value|created_at',
  ],
  'KuCoin Withdrawals': [
    'Time|Coin|Network|Amount|Type|Wallet Address/Account|Remark',
    'Time|Coin|Amount|Type|Wallet Address|Remark',
  ],
  'LBank Deposits': ['ID|Time|Token|Initial Quantity|Latest Quantity|Quantity|Type|Details|Remarks'],
  'LBank Trades': [
    'ID|Method|Type|Pair|Time|Direction|Average Price|Volume|Turnover|Transaction Fee Rate|Transaction Fee|Remarks',
  ],
  Mercatox: [
    'MX Transaction Id|NT Transaction Id|Withdraw addr|Type|Currency|Pair|Fee|Amount|Price|Total|Action|From|To|Time',
  ],
  'MEXC fiat orders': [
    'UID|Order ID|Start Time(UTC+00:00)|End Time(UTC+00:00)|Trading Token|Trading Direction|Status|Order Quantity|Settlement Token|Order Amount|Payment Method',
  ],
  'MEXC futures orders, trades or positions (its futures capital flow has the same)': [
    'UID|*|Futures Trading Pair|Direction|Leverage|Order Type|Order Qty (Cont.)|Filled Qty (Cont.)|Order Qty (Crypto)|Filled Qty (Crypto)|Order Qty (Amount)|Filled Qty (Amount)|Order Price|Average Filled Price|Closing PNL|Trading Fee|Fee-payment Crypto|Status',
    '*|Futures Trading Pair|Direction|Leverage|Order Type|Order Qty (Cont.)|Filled Qty (Cont.)|Order Qty (Crypto)|Filled Qty (Crypto)|Order Qty (Amount)|Filled Qty (Amount)|Order Price|Average Filled Price|Closing PNL|Trading Fee|Fee-payment Crypto|Status',
    'UID|*|Futures Trading Pair|Direction|Order Type|Filled Qty (Cont.)|Filled Qty (Crypto)|Filled Qty (Amount)|Filled Price|Trading Fee|Fee-payment Crypto|Role|Closing PNL',
    'UID|Futures|*|Close Time|Margin Mode|Avg Entry Price|Avg Close Price|Direction|Closing Qty (Cont.)|Fee|Realized PNL|Status',
  ],
  'MEXC spot orders (its spot trade history has the same, with fees)': [
    'UID|Pairs|Time|Type|Direction|Average Filled Price|Order Price|Filled Quantity|Order Quantity|Order Amount|Status',
    'Pairs|Time|Type|Direction|Average Filled Price|Order Price|Filled Quantity|Order Quantity|Order Amount|Status',
  ],
  'Monero GUI': [
    'blockHeight|epoch|date|direction|amount|atomicAmount|fee|txid|label|subaddrAccount|paymentId',
  ],
  MyMonero: ['date|amount|status|tx id|payment_id'],
  Nault: ['account|type|amount|hash|height|time'],
  'Neon Wallet': ['to|from|txid|time|amount|symbol|type|id'],
  'OKLink (zh)': [
    '交易哈希|区块高度|本地时间(UTC+8)|UTC时间|发送方|发送方ENS|接收方|接收方ENS|数量|代币符号|代币地址',
  ],
  'OKX deposits (its funding account history has the same)': [
    'Time|Crypto|Deposit address|Network|Transaction ID|Amount|Status',
  ],
  'Pocket Bitcoin': [
    'type|date|reference|price.currency|price.amount|cost.currency|cost.amount|fee.currency|fee.amount|value.currency|value.amount',
  ],
  Presearch: ['date|amount|description'],
  'Qt Wallet': ['Transaction|Block|Date/Time|Type|Amount|Total'],
  'qTrade Trades': [
    'Order ID|Type|Market Currency|Base Currency|Trade ID|Market Amount|Base Amount|Price|Taker|Base Fee|Creation Date',
  ],
  sFOX: [
    'id|Transaction Hash|Date|Action|Quantity|Target Currency|Price|Source Currency|Fees|Memo|Status|Balance|Trader|Timestamp',
    'OrderId|OrderDate|AddedByUserEmail|Action|AssetPair|Quantity|Asset|AssetUSDFXRate|UnitPrice|PriceCurrency|PrincipalAmount|PriceUSDFXRate|PrincipalAmountUSD|Fees|FeesUSD|Total|TotalUSD',
  ],
  Simplecoin: [
    'Order ID|Created At|From currency|From Amount|To currency|To Amount|Status|Status direction|Final status',
  ],
  'Snowtrace (Token Transfers ERC-20)': [
    'chain_id|tx_hash|block_number|block_unix_timestamp|block_datetime|from|to|token_value|token_address|token_name|token_symbol',
  ],
  StakeTax: [
    'Type|Buy Quantity|Buy Asset|Buy Value|Sell Quantity|Sell Asset|Sell Value|Fee Quantity|Fee Asset|Fee Value|Wallet|Timestamp|Note|Tx ID|URL|Raw Data',
  ],
  'Subscan Pool Paidout': [
    'Event ID|Block|Extrinsic ID|Pool|Pool|Value|Action|Time',
    'Event ID|Extrinsic ID|Pool|Value|Action|Time',
  ],
  'Subscan Transfers': [
    'Extrinsic ID|Block|Block Timestamp|From|To|Value|Symbol|Result|Hash',
    'Extrinsic ID|Date|Block|Hash|Symbol|From|To|Value|Result',
  ],
  SwissBorg: ['Local time|Time in UTC|Type|Currency|Gross amount|*|Fee|*|Net amount|*|Note'],
  'TradeOgre Deposits': ['Date|Coin|TXID|Amount'],
  'TradeOgre Trades': ['Type|Exchange|Date|Amount|Price|Fee'],
  'TradeOgre Withdrawals': ['Date|Coin|TXID|Amount|Fee|Address|Payment ID'],
  'TradeSatoshi Deposits': [
    'TimeStamp|Currency|Symbol|Amount|Confirmation|TxId',
    'Id|Currency|Symbol|Amount|Status|Confirmations|TxId|TimeStamp',
  ],
  'TradeSatoshi Trades': ['Id|TradePair|*|Amount|Rate|Fee|*|IsApi'],
  'TradeSatoshi Withdrawals': [
    'TimeStamp|Currency|Symbol|Amount|Confirmation|TxId|Address|PaymentId|Status',
    'Id|User|Symbol|Amount|Fee|Net Amount|Status|Confirmations|TxId|Address|TimeStamp',
  ],
  Volt: [
    'time|status|address|amount|fee|txid',
    'time|status|address|amount|fee|txid|',
    'time|status|address|amount|txid',
    'time|status|address|amount|txid|',
  ],
  'Wallet of Satoshi': ['utcDate|type|currency|amount|fees|address|description|pointOfSale'],
  'WhiteBIT Trades': [
    'Id|Market|Type|Side|Trigger Market|Trigger Condition|Trigger Price|Amount|Price|Fee|Revenue|Completed|Total|Open|Close',
  ],
  Wirex: ['#||Time|Amount|Available'],
  'Zelcore Kadena': [
    'txid|formattedDate|timestamp|direction|amount|chainid|destinationchainid|isError|type|asset|swapTokenIn|swapTokenOut',
  ],
  'Zerion (ETH Transactions)': [
    'Date|Time|Transaction Type|Status|Application|Accounting Type|Buy Amount|Buy Currency|Buy Currency Address|Buy Fiat Amount|Buy Fiat Currency|Sell Amount|Sell Currency|Sell Currency Address|Sell Fiat Amount|Sell Fiat Currency|Fee Amount|Fee Currency|Fee Fiat Amount|Fee Fiat Currency|Sender|Receiver|Tx Hash|Link|Timestamp|Changes JSON',
  ],
}
