export * from './files/reader/file-reading.ts'
export { lineOf, type Origin } from './reading/origin.ts'
export type { SourceTransaction, SourceRecord, TokenHint } from './reading/record.ts'
export type {
  BalanceSeries,
  Counterparty,
  Finding,
  Reading,
  SkippedRows,
  StatedBalance,
} from './reading/outcome.ts'
export type { DateOrder } from './reading/time-text.ts'
export {
  eventFingerprint,
  eventIdentity,
  fingerprintOf,
  partFingerprint,
  recordFingerprint,
  transactionFingerprint,
} from './reading/fingerprints.ts'
export { MAX_FILE_BYTES, MAX_LOCAL_FILE_BYTES } from './files/reader/limits.ts'
export {
  type AskedFile,
  type AnsweredQuestion,
  askFile,
  type FileAnswers,
  optionsOf,
} from './files/ask-file.ts'
export { EXPLORER_CHAINS } from './catalogue/explorer-chains.ts'
export { originalRows, readFile, recogniseFile, rowsAt, type OriginalRow } from './files/read-file.ts'
export { exportSteps, filesReadOf, importMethods } from './files/import-methods.ts'
export { readingJson } from './files/reading-json.ts'
export { formats } from './files/registry.ts'
export type { FileFormat } from './files/reader/csv-format.ts'
export { templateCsv, templateWorkbook } from './files/template/download.ts'
export { TEMPLATE_HEADER } from './files/template/template.ts'
export { wordForType } from './files/template/types.ts'
export { paidFor, worthInExchange } from './reading/event-parts.ts'
export { distinctParts } from './reading/distinct-parts.ts'
export type { EventReport } from './reading/event-report.ts'
export { settleEvent, type SettledEvent } from './reading/settle-event.ts'
export * from './catalogue/catalogue.ts'
export { COINS } from './catalogue/coins.ts'
export { type Currency, isKnownCoin, rankedCoins, searchCurrencies } from './catalogue/currencies.ts'
export { type LogoKind, logoPath, logos, logoSvg } from './catalogue/logos.ts'
export { explorerPage } from './catalogue/explorer-page.ts'
export { listedTokens } from './catalogue/listed-tokens.ts'
export { erc20Tokens } from './catalogue/token-lists.ts'
export { assetGiven } from './catalogue/asset-given.ts'
export { contractName, tokenAsset, tokenOf } from './catalogue/token-asset.ts'
export { inOrder, SEARCH_LIMIT, searchSources, type SourceOrder } from './catalogue/search.ts'
export { expectsForm1099Da } from './catalogue/reporting-brokers.ts'
export {
  type AddressDetection,
  type AddressFit,
  detectAddress,
  isAddressOf,
  litecoinWithThree,
} from './addresses/detect-address.ts'
export { type EnteredSide, MANUAL_ENTRY, type ManualEntry, readManualEntry } from './forms/manual-entry.ts'
export * from './connecting/connector.ts'
export * from './connecting/provider-probes.ts'
export {
  attributionsOf,
  canBeAsked,
  explorersFor,
  paidExplorersFor,
  providersOf,
} from './connectors/providers-of.ts'
export {
  addressConnector,
  chainsIn,
  type AnyConnector,
  connectorFor,
  grantConnector,
  keyConnector,
  waysIn,
} from './connectors/registry.ts'
export {
  type BlinkSession,
  confirmBlinkSession,
  mailBlinkCode,
  readingKeyOfBlink,
  signInAtBlink,
  signOutOfBlink,
} from './exchanges/blink/blink-sign-in.ts'
export {
  EXPLORERS,
  type ExplorerName,
  explorerOf,
  isExplorerName,
  OwnKeyRefused,
} from './connecting/own-keys.ts'
export { checkOwnKey, KeyOpensOthers } from './chains/check-own-key.ts'
export { whyWithoutSource } from './chains/without-source.ts'
export { readLedgerPages, type LedgerPage } from './exchanges/kraken/ledger-pages.ts'
export {
  type Ask,
  type DownReason,
  type ProviderAnswer,
  ProviderBusy,
  ProviderDown,
  type ProviderRequest,
} from './connecting/ask.ts'
export { type Cassette, type CassetteAnswer, CassetteProblem, parseCassette } from './connecting/cassette.ts'
export { nearestAnswer } from './connecting/nearest-answer.ts'
export { stableRequest } from './connecting/stable-request.ts'
export { checkCassette } from './cassettes/check-cassette.ts'
export { recordConnection, type RecordedConnection } from './cassettes/record-connection.ts'
export { exactJson } from './connecting/exact-json.ts'
export {
  ELECTRUM_TCP,
  ELECTRUM_TLS,
  isElectrum,
  isProviderName,
  needsOperatorKey,
  OPERATOR_KEYS,
  type Provider,
  type ProviderName,
  PROVIDERS,
} from './connecting/providers.ts'
export { checksumAddress, EVM_CHAINS } from './addresses/evm.ts'
export { countsAsExtendedKey } from './addresses/extended-keys.ts'
export { ADDRESS_FORMATS, type AddressFormat } from './addresses/formats.ts'
export * from './accounts/describe-account.ts'
export {
  MAX_PRICES,
  priceTemplateCsv,
  readPriceFile,
  type PriceFileOptions,
} from './prices/read-price-file.ts'
export {
  type Grain,
  GRAIN_MS,
  type PricedAsset,
  type PriceProvider,
  type ProviderPrice,
} from './prices/providers/price-provider.ts'
export {
  PRICE_TABLE_HEADER,
  priceTableLine,
  readPriceTable,
  type TableProblem,
} from './prices/price-table.ts'
export { priceAttributionOf, priceProviders } from './prices/providers/price-providers.ts'
export type { FilePrice, PriceFileReading, PriceProblem } from './prices/price-file-reading.ts'
export { pricesMeant } from './prices/one-price-each.ts'
export { PriceHistory, type PriceOfFile } from './prices/price-history.ts'
export { isLookalike } from './spam/lookalike.ts'
export { SPAM_THRESHOLD, spamScore } from './spam/spam-score.ts'
export * from './files/reader/own-format.ts'
export { ownProblems } from './files/own/own-problems.ts'
export { parseOwnFormat } from './files/own/parse-own-format.ts'
export { suggestFormat, type Suggestion } from './files/suggest-format.ts'
export { BROKER_FORM_HEADER } from './broker-forms/broker-form-columns.ts'
export { readBrokerForms, type BrokerFormReading } from './broker-forms/read-broker-forms.ts'
export { readFormWords, type FormWord } from './broker-forms/read-form-words.ts'
export type { BrokerFormProblem, StatedBrokerLine } from './broker-forms/stated-broker-line.ts'
export { assetFinder, type AssetName } from './catalogue/asset-finder.ts'
export { accountOfBroker } from './broker-forms/account-of-broker.ts'
