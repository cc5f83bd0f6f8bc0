import { formatDecimal, zero } from '@lotbook/money'
import {
  effectsOf,
  type Effects,
  type EffectsSoFar,
  type Names,
  type NegativeBalance,
  type ResultTable,
} from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { plannedOnce, sql, type Sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'
import type { OneForOnePair } from './one-for-one-pairs.ts'
import { askForUnvaluedGifts } from '../../journal/valuing/unvalued-gifts.ts'

/** Findings that only a calculation can make, by the engine's warning. Each newest calculation decides them anew. */
const CODES = {
  MISSING_BASIS: 'missing_basis',
  GIFT_BASIS_UNKNOWN: 'gift_basis_unknown',
  STAKING_RETURN_EXCEEDS_LOCKUP: 'staking_return_exceeds_lockup',
  STAKING_RETURN_SHORT: 'staking_return_short',
  SPEC_LOT_UNAVAILABLE: 'spec_lot_unavailable',
  SAFE_HARBOR_ALLOCATION_MISSING: 'safe_harbor_missing',
  SAFE_HARBOR_UNPLACED: 'safe_harbor_unplaced',
} as const

/** Findings of a calculation beside its result. */
const OFF_RECORD = 'safe_harbor_off_record'
const ONE_FOR_ONE = 'one_for_one'

/** Findings that the journal itself makes; a calculation adds what they may change. */
const SIDES = { UNRESOLVED_SENT: 'unmatched_send', UNRESOLVED_RECEIVED: 'unmatched_receive' } as const

interface Found {
  readonly code: string
  readonly subject: 'journal' | 'transaction'
  readonly subject_id: string
  readonly tax_year: number | null
  readonly effect: string | null
  readonly note: string | null
}

/**
 * Writes the facts that a calculation lacked as findings, each with the most that it may change a year by.
 *
 * @param pairs assets of which one may stand for the other.
 * @param before what the rows before those of the result come to, where it went on from a checkpoint.
 */
export async function writeFindings(
  tx: Tx,
  userId: string,
  result: ResultTable,
  belowZero: readonly NegativeBalance[],
  names: Names,
  pairs: readonly OneForOnePair[],
  before?: EffectsSoFar,
): Promise<void> {
  const found = new Map<string, Found>()
  const add = (row: Found) => found.set(`${row.code} ${row.subject_id}`, row)
  const effects = effectsOf(result, names.transactionId, before)
  for (const { code, tx: event } of result.warnings) {
    if (code in SIDES) continue
    const own = CODES[code as keyof typeof CODES]
    const id = event === null ? 'all' : names.transactionId(event)
    const effect = own === 'missing_basis' ? effects.missingBasis.get(id) : undefined
    add({
      code: own,
      subject: event === null ? 'journal' : 'transaction',
      subject_id: id,
      tax_year: effect?.year ?? null,
      effect: effect === undefined ? null : formatDecimal(effect.value),
      note: effect === undefined ? null : `${formatDecimal(effect.quantity)} ${effect.asset}`,
    })
  }
  if (result.isOffRecord)
    add({
      code: OFF_RECORD,
      subject: 'journal',
      subject_id: 'all',
      tax_year: null,
      effect: null,
      note: null,
    })
  for (const { tx: event, asset, missing } of belowZero)
    add({
      code: 'negative_balance',
      subject: 'transaction',
      subject_id: names.transactionId(event),
      tax_year: null,
      effect: null,
      note: `${missing} ${asset}`,
    })

  for (const { transaction_id, from, to, trades, year, gain } of pairs) {
    const effect = gain === null ? null : magnitude(gain)
    add({
      code: ONE_FOR_ONE,
      subject: 'transaction',
      subject_id: transaction_id,
      tax_year: year,
      effect: effect ?? '0',
      note: `${from} ${to} ${trades}`,
    })
  }

  const rows = [...found.values()].map((row) => ({ id: newId(), ...row }))
  await tx.run(plannedOnce`
    update findings f set state = 'resolved', updated_at = now()
    where f.user_id = ${userId} and f.state = 'open' and f.code = any (${[...Object.values(CODES), OFF_RECORD, ONE_FOR_ONE, 'negative_balance']})
      and not (f.code || ' ' || f.subject_id) = any (${[...found.keys()]})`)
  if (rows.length > 0)
    await tx.run(plannedOnce`
    insert into findings (user_id, id, code, subject, subject_id, tax_year, severity, effect_low, effect_high, note, created_at, updated_at)
    select ${userId}, id, code, subject, subject_id, tax_year, 'warning', ${leastOf(sql`effect`)}, effect, note, now(), now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, code text, subject text, subject_id text,
      tax_year integer, effect numeric, note text)
    on conflict (user_id, code, subject, subject_id) do update set tax_year = excluded.tax_year,
      effect_low = excluded.effect_low, effect_high = excluded.effect_high, note = excluded.note, updated_at = now(),
      state = case when findings.state = 'accepted' then 'accepted' else 'open' end`)
  await writeSideEffects(tx, userId, result, names, effects)
  await askForUnvaluedGifts(tx, userId)
}

/** An amount without its sign, in the same digits. */
function magnitude(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : amount
}

/** Effects of sent and received sides without another side; a suggested match stands for both of its own. */
async function writeSideEffects(
  tx: Tx,
  userId: string,
  { warnings }: ResultTable,
  names: Names,
  effects: Effects,
): Promise<void> {
  const rows = warnings.flatMap(({ code, tx: event }) => {
    if (!(code in SIDES) || event === null) return []
    const id = names.transactionId(event)
    const isSent = code === 'UNRESOLVED_SENT'
    const effect = (isSent ? effects.sent : effects.received).get(id)
    // Nothing of a received amount was sold yet, and the price of a sent one is unknown.
    const value = effect?.value ?? (isSent ? undefined : zero)
    return [
      {
        code: SIDES[code as keyof typeof SIDES],
        subject_id: id,
        tax_year: effect?.year ?? null,
        effect: value === undefined ? null : formatDecimal(value),
      },
    ]
  })
  if (rows.length === 0) return
  const sides = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (code text, subject_id uuid, tax_year integer, effect numeric)`
  const one = sql`
    update findings f set effect_low = ${leastOf(sql`r.effect`)}, effect_high = r.effect, tax_year = r.tax_year from ${sides}
    where f.user_id = ${userId} and f.transaction_id = r.subject_id and f.code = r.code`
  const both = sql`
    update findings f set effect_low = ${leastOf(sql`e.effect`)}, effect_high = e.effect, tax_year = e.tax_year from (
      select o.transaction_id as departure,
        -- What nobody knows of one side nobody knows of both.
        case when bool_and(r.effect is not null) then sum(r.effect) end as effect, max(r.tax_year) as tax_year
      from ${sides} join match_sides s on s.user_id = ${userId} and s.transaction_id = r.subject_id
      join matches m on (m.user_id, m.id) = (s.user_id, s.match_id) and m.state = 'suggested' and m.made_by = 'system'
      join match_sides o on (o.user_id, o.match_id) = (s.user_id, s.match_id) and o.direction = 'out'
      group by o.transaction_id
    ) e where f.user_id = ${userId} and f.code = 'weak_match' and f.transaction_id = e.departure`
  for (const update of [one, both]) await joinedByHash(tx, () => tx.run(update), rows.length)
}

/** The least that what changes a year by up to `effect` changes it by; `least` alone would make 0 of what nobody knows. */
function leastOf(effect: Sql): Sql {
  return sql`case when ${effect} is not null then least(${effect}, 0) end`
}
