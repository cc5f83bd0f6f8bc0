import { NarrowAmounts } from '../amounts/narrow-amounts.ts'
import type { Amounts } from '../amounts/amounts.ts'
import { asciiJson, readAsciiJson } from '../bytes/ascii-json.ts'
import { packColumns, unpackColumns } from '../bytes/packed-columns.ts'
import type { PlacedWarning } from '../schema/calculation-result.ts'
import type { Checkpoint, RowsBefore } from './checkpoint.ts'
import type { HeldUnits } from './ledger-state.ts'

/** Whole units as JSON has them. */
type Units = string
type Held = readonly [account: number, asset: number, units: Units]

/** The part of a checkpoint that is no column. */
interface Outline {
  readonly before: number
  readonly rows: RowsBefore
  readonly accounts: readonly string[]
  readonly assets: readonly string[]
  readonly values: number
  readonly ruleSets: readonly (readonly string[])[]
  readonly warnings: readonly PlacedWarning[]
  readonly years: readonly (readonly [year: number, units: readonly Units[]])[]
  readonly isUniversal: boolean
  readonly isOffRecord: boolean
  readonly pools: readonly (readonly [account: number, asset: number, isMixed: boolean])[]
  readonly locked: readonly Held[]
  readonly owed: readonly Held[]
  readonly owedValue: readonly Held[]
  readonly balances: readonly Held[]
  readonly claims: readonly (readonly [...Held, place: number])[]
  readonly shortReturns: readonly (readonly [account: number, asset: number, place: number])[]
  readonly exactCosts: readonly (readonly [lot: number, basis: Units, quantity: Units])[]
  readonly lossBases: readonly (readonly [piece: number, basis: Units])[]
  readonly feesBack: readonly (readonly [event: number, units: Units])[]
  readonly donors: readonly (readonly [event: number, basis: Units | null, acquired: number | null])[]
}

/**
 * A checkpoint as bytes: about sixty a lot and a hundred for each event that acquired one.
 *
 * @throws TypeError where its amounts are not in two limbs.
 */
export function packCheckpoint(checkpoint: Checkpoint): Uint8Array {
  const { ledger, named } = checkpoint
  const { lots } = ledger
  const outline: Outline = {
    before: checkpoint.before,
    rows: checkpoint.rows,
    accounts: checkpoint.accounts,
    assets: checkpoint.assets,
    values: checkpoint.values,
    ruleSets: checkpoint.ruleSets,
    warnings: checkpoint.warnings,
    years: checkpoint.years.map(([year, units]) => [year, units.map(String)]),
    isUniversal: ledger.isUniversal,
    isOffRecord: ledger.isOffRecord,
    pools: ledger.pools.map(({ account, asset, isMixed }) => [account, asset, isMixed]),
    locked: ledger.locked.map(held),
    owed: ledger.owed.map(held),
    owedValue: ledger.owedValue.map(held),
    balances: ledger.balances.map(held),
    claims: ledger.claims.map((claim) => [...held(claim), claim.place]),
    shortReturns: ledger.shortReturns.map(({ account, asset, place }) => [account, asset, place]),
    exactCosts: lots.exactCosts.map(([lot, basis, quantity]) => [lot, String(basis), String(quantity)]),
    lossBases: lots.lossBases.map(([piece, basis]) => [piece, String(basis)]),
    feesBack: Array.from(named.feesBack, ([event, units]) => [event, String(units)]),
    donors: Array.from(named.donors, ([event, { basis, acquired }]) => [
      event,
      basis === undefined ? null : String(basis),
      acquired ?? null,
    ]),
  }
  return packColumns(outline, {
    scales: checkpoint.scales,
    sums: checkpoint.sums,
    lotPlace: lots.place,
    lotAcquired: lots.acquired,
    lossAcquired: lots.lossAcquired,
    isVariant: lots.isVariant,
    costs: cellsOf(lots.costs),
    lotOfPiece: lots.lotOfPiece,
    poolOfPiece: lots.poolOfPiece,
    pairs: cellsOf(lots.pairs),
    places: named.places,
    ids: asciiJson(named.ids),
    at: named.at,
    day: named.day,
    account: named.account,
    treatment: named.treatment,
  })
}

/** Unpacks the bytes of `packCheckpoint`; the columns are views of those bytes. */
export function unpackCheckpoint(packed: Uint8Array): Checkpoint {
  const { outline, column } = unpackColumns<Outline>(packed)
  return {
    before: outline.before,
    rows: outline.rows,
    accounts: outline.accounts,
    assets: outline.assets,
    scales: column('scales', 'Uint8Array'),
    sums: column('sums', 'Float64Array'),
    values: outline.values,
    ruleSets: outline.ruleSets,
    warnings: outline.warnings,
    years: outline.years.map(([year, units]) => [year, units.map(BigInt)]),
    ledger: {
      isUniversal: outline.isUniversal,
      isOffRecord: outline.isOffRecord,
      pools: outline.pools.map(([account, asset, isMixed]) => ({ account, asset, isMixed })),
      lots: {
        place: column('lotPlace', 'Int32Array'),
        acquired: column('lotAcquired', 'Int32Array'),
        lossAcquired: column('lossAcquired', 'Int32Array'),
        isVariant: column('isVariant', 'Uint8Array'),
        costs: amountsOf(column('costs', 'Float64Array')),
        exactCosts: outline.exactCosts.map(([lot, basis, quantity]) => [
          lot,
          BigInt(basis),
          BigInt(quantity),
        ]),
        lotOfPiece: column('lotOfPiece', 'Int32Array'),
        poolOfPiece: column('poolOfPiece', 'Int32Array'),
        pairs: amountsOf(column('pairs', 'Float64Array')),
        lossBases: outline.lossBases.map(([piece, basis]) => [piece, BigInt(basis)]),
      },
      locked: outline.locked.map(heldUnits),
      owed: outline.owed.map(heldUnits),
      owedValue: outline.owedValue.map(heldUnits),
      balances: outline.balances.map(heldUnits),
      claims: outline.claims.map(([account, asset, units, place]) => ({
        ...heldUnits([account, asset, units]),
        place,
      })),
      shortReturns: outline.shortReturns.map(([account, asset, place]) => ({ account, asset, place })),
    },
    named: {
      places: column('places', 'Int32Array'),
      ids: readAsciiJson(column('ids', 'Uint8Array')) as string[],
      at: column('at', 'Float64Array'),
      day: column('day', 'Int32Array'),
      account: column('account', 'Int32Array'),
      treatment: column('treatment', 'Uint8Array'),
      feesBack: new Map(outline.feesBack.map(([event, units]) => [event, BigInt(units)])),
      donors: new Map(
        outline.donors.map(([event, basis, acquired]) => [
          event,
          { basis: basis === null ? undefined : BigInt(basis), acquired: acquired ?? undefined },
        ]),
      ),
    },
  }
}

function held({ account, asset, units }: HeldUnits): Held {
  return [account, asset, String(units)]
}

function heldUnits([account, asset, units]: Held): HeldUnits {
  return { account, asset, units: BigInt(units) }
}

function cellsOf(amounts: Amounts): Float64Array {
  if (!(amounts instanceof NarrowAmounts)) throw new TypeError('only amounts of two limbs are kept')
  return amounts.cells.subarray(0, 2 * amounts.used)
}

function amountsOf(cells: Float64Array<ArrayBuffer>): NarrowAmounts {
  const amounts = new NarrowAmounts(0)
  amounts.cells = cells
  amounts.used = cells.length / 2
  return amounts
}
