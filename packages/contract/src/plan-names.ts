import { z } from 'zod'

/** How the plan of a tax year stands: none is needed yet, none is chosen, one that covers the year, or one that is too small by now. */
export const PLAN_STANDINGS = ['free', 'none', 'active', 'upgrade_required'] as const
export type PlanStanding = (typeof PLAN_STANDINGS)[number]
export const planStanding = z.enum(PLAN_STANDINGS)
