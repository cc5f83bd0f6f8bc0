import { compareText, endOfYear, typeLabel, type TransactionType } from '@lotbook/journal'
import { formatDecimal, isZero, minus, MONEY_SCALE, parseDecimal, round, times } from '@lotbook/money'
import {
  allocationRuleText,
  coverPage,
  auditWorkbook,
  holdingsOfYearCsv,
  packetSettings,
  treatmentRecords,
  type BrokerReconciliation,
  type HoldingRecord,
  type Holdings,
  type Leg,
  type PacketFacts,
  type PacketHistory,
  type PriceRecord,
  type ReportFile,
  type TransactionRecord,
  type YearReport,
} from '@lotbook/reports'
import { longTermFrom } from '@lotbook/rules/us'
import {
  choiceInForce,
  openChoices,
  resultLists,
  rowsConcerned,
  transactionAt,
  valuesAt,
  type CalculationSettings,
  type EventTable,
  type LotRow,
  type ResultTable,
} from '@lotbook/tax'
import type { EngineInput } from './engine-input.ts'
import { originText } from './file-origin.ts'
import type { GivenHistory } from './given-history.ts'
import { methodsOf, standingOrdersOf } from './rests-on.ts'
import { counted } from './terminal-progress.ts'

/** A history that was calculated, for the files of a packet that no list of rows holds. */
export interface CalculatedHistory {
  readonly history: Named &
    Pick<GivenHistory, 'unitPriceAt'> & { readonly input: Pick<EngineInput, 'settings' | 'calculate'> }
  readonly table: ResultTable
  /** Questions that files left open, a line each. */
  readonly openItems: readonly string[]
}

/** The files that make the papers of a year a packet: holdings at its start and end, the workbook, and on top the cover page. */
export function packetFilesOf(
  calculated: CalculatedHistory,
  report: YearReport,
  reconciliation: BrokerReconciliation | undefined,
  files: readonly ReportFile[],
): ReportFile[] {
  const history = historyOf(calculated, report)
  const facts = factsOf(calculated)
  const more = [
    ...history.holdings.map(holdingsOfYearCsv),
    auditWorkbook({ report, facts, history, reconciliation }),
  ]
  return [coverPage({ report, facts, history, files: [...files, ...more] }), ...more]
}

function factsOf({ history, table, openItems }: CalculatedHistory): PacketFacts {
  const { accountNames } = history
  const { settings } = history.input
  const { jurisdiction } = table.events
  const choices = Object.keys(openChoices(jurisdiction)).map(
    (question) => [question, choiceInForce(settings, question, jurisdiction)] as const,
  )
  return {
    settings: packetSettings({
      ...methodsOf(settings),
      pool: settings.pool_before_2025 ?? 'account',
      orders: standingOrdersOf(settings),
      identifications: table.events.picks.size,
      allocations: allocationsOf(settings, accountNames),
      timeZone: timeZoneOf(settings),
      tokens: (settings.tokens ?? []).map(tokenText),
    }),
    treatments: treatmentRecords(Object.fromEntries(choices), rowsConcerned(table.events, settings)),
    openItems,
    openOn: new Map(),
  }
}

const timeZoneOf = ({ timezone = 'UTC' }: CalculationSettings) => timezone

function allocationsOf(
  { safe_harbor: harbor }: CalculationSettings,
  accountNames: GivenHistory['accountNames'],
): string[] {
  if (harbor === null || harbor === undefined) return []
  if (harbor.type === 'specific')
    return [`Specific unit allocation of ${counted(harbor.allocations.length, 'unit')}.`]
  const accounts = harbor.accounts.map((account) => accountNames[account] ?? account)
  return [
    allocationRuleText({ kind: 'global', order: harbor.order, accounts, byHand: [], bound: [], leftOut: [] }),
  ]
}

function tokenText({ kind, asset, of }: NonNullable<CalculationSettings['tokens']>[number]): string {
  const words = kind.replaceAll('_', ' ')
  return of === null || of === undefined ? `${asset} (${words})` : `${asset} stands for ${of} (${words})`
}

function historyOf({ history, table }: CalculatedHistory, report: YearReport): PacketHistory {
  const holdings = [report.year - 1, report.year].map((year) => holdingsOf(history, year))
  const places = [...placesOf(table.events, report, holdings, timeZoneOf(history.input.settings))]
  return {
    transactions: places.map((event) => transactionOf(history, table.events, event)),
    prices: places.flatMap((event) => pricesOf(history, table.events, event)),
    holdings,
  }
}

/** Events of the year, and those that its rows, their lots and its holdings came from. */
function* placesOf(
  events: EventTable,
  report: YearReport,
  holdings: readonly Holdings[],
  timeZone: string,
): Generator<number> {
  const [begins, ends] = [endOfYear(report.year - 1, timeZone), endOfYear(report.year, timeZone)]
  const named = new Set([
    ...[...report.disposals, ...report.removals].flatMap(({ transaction, lot }) => [transaction, lot]),
    ...report.incomes.map(({ transaction }) => transaction),
    ...holdings.flatMap(({ lots }) => lots.map(({ transaction }) => transaction)),
  ])
  for (let event = 0; event < events.count; event++) {
    const at = events.at[event]!
    if ((at > begins && at <= ends) || named.has(events.idOf(event) ?? null)) yield event
  }
}

type Named = Pick<GivenHistory, 'accountNames' | 'tickers' | 'placeOf' | 'priceOf'>

const legOf = (
  { tickers }: Named,
  amount: string | null | undefined,
  asset: string | null | undefined,
): Leg | null =>
  amount === null || amount === undefined || asset === null || asset === undefined
    ? null
    : { quantity: amount, asset: tickers[asset] ?? asset }

function transactionOf(history: Named, events: EventTable, event: number): TransactionRecord {
  const of = transactionAt(events, event)
  const { fee_amount, fee_currency } = valuesAt(events, event)
  const place = history.placeOf(of.id)
  return {
    id: of.id,
    at: new Date(events.at[event]!).toISOString(),
    type: typeLabel(of.type as TransactionType, of.sub_type ?? null),
    account: history.accountNames[of.account] ?? of.account,
    sent: legOf(history, of.from_amount, of.from_currency),
    received: legOf(history, of.to_amount, of.to_currency),
    fee: legOf(history, fee_amount, fee_currency),
    source: place?.file ?? null,
    line: place?.line ?? null,
    providerId: null,
    hash: null,
    comment: null,
  }
}

function pricesOf(history: Named, events: EventTable, event: number): PriceRecord[] {
  const transaction = events.idOf(event)
  if (transaction === undefined) return []
  const { from_value, to_value, fee_value } = valuesAt(events, event)
  const price = history.priceOf(transaction)
  const source = price === undefined ? 'stated by the source' : `own price file: ${originText(price)}`
  const sourceName = price === undefined ? source : `own price file: ${price.file}`
  const sides = [
    ['Sent', from_value],
    ['Received', to_value],
    ['Fee', fee_value],
  ] as const
  return sides.flatMap(([side, value]) =>
    value === null || value === undefined
      ? []
      : [{ transaction, side, value, source, sourceName, unitPrice: null, pricedAt: null }],
  )
}

function holdingsOf(history: CalculatedHistory['history'], year: number): Holdings {
  const day = `${year}-12-31`
  const { lots } = resultLists(history.input.calculate({ until: { day } }))
  const at = endOfYear(year, timeZoneOf(history.input.settings))
  const records = [...lots].map((lot) => holdingOf(history, lot, day, history.unitPriceAt(lot.asset, at)))
  return {
    day,
    lots: records.toSorted(
      (a, b) =>
        compareText(a.asset, b.asset) ||
        compareText(a.account, b.account) ||
        compareText(a.acquired ?? '', b.acquired ?? ''),
    ),
  }
}

function holdingOf(
  { accountNames, tickers }: Named,
  { lot, asset, account, quantity, basis, acquired }: LotRow,
  day: string,
  price: string | undefined,
): HoldingRecord {
  const [units, cost] = [parseDecimal(quantity)!, parseDecimal(basis)!]
  const isKnown = acquired !== null || !isZero(cost)
  const value =
    price === undefined ? null : round(times(units, parseDecimal(price)!), MONEY_SCALE, 'half-even')
  return {
    transaction: lot,
    asset: tickers[asset] ?? asset,
    account: account === null ? 'All accounts' : (accountNames[account] ?? account),
    quantity,
    basis: isKnown ? basis : null,
    acquired,
    value: value === null ? null : formatDecimal(value),
    unrealized: value === null || !isKnown ? null : formatDecimal(minus(value, cost)),
    term: acquired === null ? null : day >= longTermFrom(acquired) ? 'long' : 'short',
  }
}
