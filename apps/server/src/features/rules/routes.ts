import { contract } from '@lotbook/contract'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject, type Tx } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { notify } from '../../platform/notify.ts'
import { routes, type RequestContext } from '../../platform/request-context.ts'
import { newestRulesRun, startRun } from '../../journal/acts/journal-run.ts'
import { editorOf } from '../../journal/transactions/editor.ts'
import { orderRules, removeRule, switchRule } from './change-rules.ts'
import { offerRule } from './offer-rule.ts'
import { previewRule } from './preview-rule.ts'
import { askRuleEffect } from './rule-effect.ts'
import { saveRule } from '../../journal/rules/save-rule.ts'
import { listRules, sourcesThere } from '../../journal/rules/stored-rules.ts'

const os = routes(contract.rules)

const list = os.list.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await listRules(tx, context.who.subjectId),
    run: await newestRulesRun(tx, context.who.subjectId),
    sources: await sourcesThere(tx, context.who.subjectId),
  })),
)

const save = os.save.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const id = await saveRule(tx, editorOf(context), input)
    return { status: 'success' as const, id, run_id: await changed(tx, context, 'rule_saved', id) }
  }),
)

const turn = os.switch.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { id, is_active: isActive, take_back: takeBack } = input
    await switchRule(tx, context.who.subjectId, id, isActive)
    const event = isActive ? 'rule_switched_on' : 'rule_switched_off'
    return {
      status: 'success' as const,
      run_id: await changed(tx, context, event, id, isActive || takeBack, takeBack ? [id] : []),
    }
  }),
)

const remove = os.remove.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { id, take_back: takeBack } = input
    await removeRule(tx, context.who.subjectId, id, context.now)
    return {
      status: 'success' as const,
      run_id: await changed(tx, context, 'rule_removed', id, takeBack, takeBack ? [id] : []),
    }
  }),
)

const order = os.order.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    await orderRules(tx, context.who.subjectId, input.ids)
    return { status: 'success' as const, run_id: await changed(tx, context, 'rules_ordered', 'all') }
  }),
)

/** Write down who changed the rules, tell open screens, and queue what follows for the past. */
async function changed(
  tx: Tx,
  context: RequestContext,
  event: string,
  id: string,
  hasWork = true,
  takeBack: readonly string[] = [],
): Promise<string | null> {
  await auditRequest(tx, context, { event, object: `rule:${id}` })
  await notify(tx, context.who.subjectId, { type: 'journal', id, status: event })
  return hasWork ? startRun(tx, editorOf(context), { kind: 'rules', take_back: takeBack }) : null
}

const preview = os.preview.handler(async ({ input, context }) => {
  await context.limit('search')
  return withSubject(context.db, context.who, async (tx) => ({
    data: await previewRule(tx, context.who.subjectId, input),
  }))
})

const effect = os.effect.handler(async ({ input, context }) => {
  await context.limit('search')
  return withSubject(context.db, context.who, (tx) => askRuleEffect(tx, editorOf(context), input))
})

const offer = os.offer.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => ({ data: await offerRule(tx, context.who.subjectId) })),
)

/** Rules that say what transactions are, for the past and for what is imported later (E11, N18). */
export const rulesFeature: Feature = {
  routes: {
    rules: { list, save, switch: turn, remove, order, preview, effect, offer },
  },
}
