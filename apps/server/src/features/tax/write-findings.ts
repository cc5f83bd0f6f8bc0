import { formatDecimal, parseDecimal, plus, zero, type Decimal } from '@lotbook/money'
import { yearOf } from '@lotbook/journal'
import type { CalculationResult } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import type { Names } from './collect-input.ts'

/** Findings that a calculation makes, by the engine's warning. Each newest calculation decides them anew. */
const CODES = {
  MISSING_BASIS: 'missing_basis',
  UNRESOLVED_SENT: 'unmatched_send',
  UNRESOLVED_RECEIVED: 'unmatched_receive',
  GIFT_BASIS_UNKNOWN: 'gift_basis_unknown',
  STAKING_RETURN_EXCEEDS_LOCKUP: 'staking_return_exceeds_lockup',
  SPEC_LOT_UNAVAILABLE: 'spec_lot_unavailable',
  SAFE_HARBOR_ALLOCATION_MISSING: 'safe_harbor_missing',
  SAFE_HARBOR_UNPLACED: 'safe_harbor_unplaced',
} as const

/** What a calculation could not know becomes findings, each with the most that it may change the gain by. */
export async function writeFindings(
  tx: Tx,
  userId: string,
  result: CalculationResult,
  names: Names,
): Promise<void> {
  const effects = effectsOf(result, names)
  const rows = result.warnings.map(({ code, tx: event }) => {
    const subjectId = event === null ? 'all' : names.transactionId(event)
    const effect = effects.get(subjectId)
    return {
      id: newId(),
      code: CODES[code],
      subject: event === null ? 'journal' : 'transaction',
      subject_id: subjectId,
      tax_year: effect?.year ?? null,
      effect: code === 'MISSING_BASIS' && effect !== undefined ? formatDecimal(effect.value) : null,
    }
  })
  const distinct = [...new Map(rows.map((row) => [`${row.code} ${row.subject_id}`, row])).values()]
  await tx.run(sql`
    update findings f set state = 'resolved', updated_at = now()
    where f.user_id = ${userId} and f.state = 'open' and f.code = any (${Object.values(CODES)})
      and not (f.code || ' ' || f.subject_id) = any (${distinct.map((row) => `${row.code} ${row.subject_id}`)})`)
  await tx.run(sql`
    insert into findings (user_id, id, code, subject, subject_id, tax_year, severity, effect_low, effect_high, created_at, updated_at)
    select ${userId}, id, code, subject, subject_id, tax_year, 'warning', case when effect is null then null else 0 end, effect, now(), now()
    from jsonb_to_recordset(${JSON.stringify(distinct)}::jsonb) as r (id uuid, code text, subject text, subject_id text,
      tax_year integer, effect numeric)
    on conflict (user_id, code, subject, subject_id) do update set tax_year = excluded.tax_year,
      effect_high = excluded.effect_high, updated_at = now(),
      state = case when findings.state = 'accepted' then 'accepted' else 'open' end`)
  await tx.run(sql`
    update journals set review = (select count(*) from findings f where f.user_id = ${userId} and f.state = 'open'
      and f.severity <> 'info') where user_id = ${userId}`)
}

/** Proceeds of units without a known origin: counted with a basis of zero, so the gain may be that much too high. */
function effectsOf(result: CalculationResult, names: Names): Map<string, { value: Decimal; year: number }> {
  const effects = new Map<string, { value: Decimal; year: number }>()
  for (const disposal of result.disposals) {
    if (disposal.lot !== null) continue
    const id = names.transactionId(disposal.tx)
    const value = parseDecimal(disposal.proceeds) ?? zero
    effects.set(id, { value: plus(effects.get(id)?.value ?? zero, value), year: yearOf(disposal.disposed) })
  }
  return effects
}
