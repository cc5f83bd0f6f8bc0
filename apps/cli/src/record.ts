import { isFiat, localClock, parseInstant, taxDayOf } from '@lotbook/journal'
import { identificationPdf, standingOrdersPdf } from '@lotbook/reports'
import { jurisdictionOf } from '@lotbook/rules'
import { standingOfIdentification, type IdentificationStanding } from '@lotbook/rules/us'
import {
  chooseLots,
  eventTableOf,
  isSetFrom,
  lotsOnOffer,
  offersByLot,
  piecesBefore,
  type CalculationInput,
  type InputTransaction,
  type NamedLot,
  type OfferedLot,
} from '@lotbook/tax'
import { argumentsOf } from './arguments.ts'
import { table } from './calculate-table.ts'
import { withHistory } from './given-history.ts'
import type { ExitCode, Io } from './io.ts'
import { writeReportFile } from './write-reports.ts'

const RECORD_USAGE =
  'lotbook record INPUT.json --sale TRANSACTION [--json | --out DIR [--taxpayer NAME]] | --orders --out DIR [--taxpayer NAME]'

/**
 * `lotbook record INPUT.json`: the lots that a sale may draw on and those that are named for it, the printed record of
 * them, or that of the standing orders (N12). A record carries the time of this computer: whether it counts as made in
 * time is said on it.
 *
 * @param now the time that a record carries.
 * @returns 0, or 1 when something could not be read or may not be recorded (said on standard error), or 2 on misuse.
 */
export async function runRecord(args: readonly string[], io: Io, now: Date): Promise<ExitCode> {
  const asked = parse(args)
  if (asked === undefined) {
    io.err(`Usage: ${RECORD_USAGE}\n`)
    return 2
  }
  return withHistory({ kind: 'input', path: asked.path }, io, ({ input }) => {
    const { sale } = asked
    return sale === undefined ? printOrders(input, asked, io, now) : ofSale(input, sale, asked, io, now)
  })
}

interface Asked {
  readonly path: string
  readonly sale: string | undefined
  readonly out: string | undefined
  readonly taxpayer: string
  readonly isJson: boolean
}

/** A transaction that gives up units whose lots may be named. */
type Sale = InputTransaction & { readonly from_currency: string; readonly from_amount: string }

async function ofSale(
  input: CalculationInput,
  id: string,
  { out, taxpayer, isJson }: Asked,
  io: Io,
  now: Date,
): Promise<ExitCode> {
  const sale = saleNamed(input, id)
  if (typeof sale === 'string') {
    io.err(`${id}: ${sale}\n`)
    return 1
  }
  const at = parseInstant(sale.at) ?? 0
  const day = taxDayOf(at, localClock(input.settings.timezone ?? 'UTC'))
  const open = piecesBefore(eventTableOf(input), input.settings, id)
  const law = jurisdictionOf(input.settings)
  const lots = lotsOnOffer(open, { asset: sale.from_currency, account: sale.account, day }, law)
  const naming = chooseLots(sale.lots ?? [], lots, sale.from_amount)
  const isNamed = naming.outcome === 'named'
  const named = isNamed ? naming.lots : []
  if (!isNamed)
    io.err(
      `${id}: ${naming.outcome === 'unknown' ? `${naming.lot} is no lot that this sale may draw on.` : naming.message}\n`,
    )
  const standing = standingOfIdentification(now.getTime(), at, day)
  if (out === undefined) {
    // Whoever named what cannot be needs to see what can.
    const offer = { sale, day, lots: [...offersByLot(lots).values()], named, standing }
    io.out(isJson ? `${JSON.stringify(printedOffer(offer), null, 1)}\n` : describe(offer))
    return isNamed ? 0 : 1
  }
  if (named.length === 0) {
    if (isNamed) io.err(`${id}: no lots are named for it; name them as its "lots" in the input\n`)
    return 1
  }
  const sheet = identificationPdf({
    taxpayer,
    recordedAt: now.toISOString(),
    recordedBy: taxpayer,
    sale: {
      at: new Date(at).toISOString(),
      asset: sale.from_currency,
      quantity: sale.from_amount,
      account: sale.account,
    },
    soldAt: new Date(at).toISOString(),
    currency: 'USD',
    lots: named.map(({ at: acquired_at, ...lot }) => ({ ...lot, acquired_at })),
    standing: standing.authority,
    replacedAt: null,
  })
  await writeReportFile(sheet, out, io)
  return 0
}

function saleNamed({ transactions }: CalculationInput, id: string): Sale | string {
  const found = transactions.find((one) => one.id === id)
  if (found === undefined) return 'there is no such transaction'
  const { from_currency, from_amount } = found
  if (found.type === 'transfer')
    return 'lots are named for what leaves you, not for what moves between accounts'
  if (from_currency == null || from_amount == null || isFiat(from_currency)) return 'it gives up no coins'
  return { ...found, from_currency, from_amount }
}

interface Offer {
  readonly sale: Sale
  readonly day: string
  readonly lots: readonly OfferedLot[]
  /** With their share of the basis; a lot of several costs more than once. */
  readonly named: readonly NamedLot[]
  readonly standing: IdentificationStanding
}

/** What `--json` prints; quantities and the basis in USD are exact decimals. */
function printedOffer({ sale, day, lots, named, standing }: Offer) {
  return {
    schema: 'lotbook-sale-lots/1',
    transaction: sale.id,
    asset: sale.from_currency,
    account: sale.account,
    day,
    quantity: sale.from_amount,
    lots,
    named,
    /** What would hold of a record made now. */
    standing,
  } as const
}

function describe(offer: Offer): string {
  const { quantity, asset, account, day, lots, standing } = printedOffer(offer)
  const wanted = offer.named.length === 0 ? [] : offer.sale.lots
  const namedOf = (lot: string) => wanted?.find((one) => one.lot === lot)?.quantity ?? '0'
  return [
    `${quantity} ${asset} leave ${account} on ${day}\n`,
    table([
      ['lot', 'acquired', 'quantity', 'basis', 'term', 'named'],
      ...lots.map((lot) => [lot.lot, lot.acquired, lot.quantity, lot.basis, lot.term, namedOf(lot.lot)]),
    ]),
    `\n${standing.authority}\n`,
  ].join('')
}

async function printOrders(
  { settings }: CalculationInput,
  { out, taxpayer }: Asked,
  io: Io,
  now: Date,
): Promise<ExitCode> {
  const all = settings.method_overrides ?? []
  // The method that all goes by from a day on is no order; where there is none beside it, that is what is wrong.
  const own = all.filter((order) => !isSetFrom(order))
  const orders = (own.length === 0 ? all : own).map((order) => {
    const i = all.indexOf(order)
    if (order.recorded_at == null) io.err(`method_overrides[${i}]: says nothing of when it was recorded\n`)
    return { ...order, recorded_at: order.recorded_at ?? null }
  })
  const recorded = orders.flatMap(({ recorded_at, ...order }) =>
    recorded_at === null ? [] : [{ recorded_at, ...order }],
  )
  if (recorded.length < orders.length || out === undefined) return 1
  const sheet = standingOrdersPdf({
    taxpayer,
    printedAt: now.toISOString(),
    orders: recorded
      .toSorted((a, b) => Date.parse(b.recorded_at) - Date.parse(a.recorded_at))
      .map(({ method, account, asset, from, recorded_at, ended_at }) => ({
        method,
        account: account ?? null,
        asset: asset ?? null,
        from: from ?? 'Any day',
        recordedAt: new Date(recorded_at).toISOString(),
        recordedBy: 'the taxpayer',
        endedAt: ended_at == null ? null : new Date(ended_at).toISOString(),
      })),
  })
  await writeReportFile(sheet, out, io)
  return 0
}

function parse(args: readonly string[]): Asked | undefined {
  const given = argumentsOf(args, {
    sale: { type: 'string' },
    orders: { type: 'boolean' },
    out: { type: 'string' },
    taxpayer: { type: 'string' },
    json: { type: 'boolean' },
  })
  const [path, ...more] = given?.positionals ?? []
  if (given === undefined || path === undefined || more.length > 0) return undefined
  const { sale, orders = false, out, taxpayer, json: isJson = false } = given.values
  if ((sale !== undefined) === orders) return undefined
  if (out === undefined ? orders || taxpayer !== undefined : isJson) return undefined
  return { path, sale, out, taxpayer: taxpayer ?? '', isJson }
}
