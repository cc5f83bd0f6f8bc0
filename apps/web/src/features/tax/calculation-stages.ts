import type { CalculationState } from '@lotbook/contract'

/** The stages of a calculation, in their order, as the server names them. */
export const CALCULATION_STAGES = [
  'Collecting transactions',
  'Matching transfers',
  'Finding prices',
  'Building lots',
  'Applying rules',
  'Writing results',
] as const

export interface StageLine {
  readonly name: string
  readonly state: 'done' | 'running' | 'waiting' | 'failed'
}

/** The stages of a calculation, each done, running, waiting or failed. */
export function stageLines({
  state,
  progress,
}: Pick<CalculationState, 'state' | 'progress'>): readonly StageLine[] {
  const at = CALCULATION_STAGES.findIndex((name) => name === progress.stage)
  return CALCULATION_STAGES.map((name, n) => {
    if (state === 'done' || n < at) return { name, state: 'done' }
    if (n > at) return { name, state: 'waiting' }
    return { name, state: state === 'failed' ? 'failed' : state === 'running' ? 'running' : 'waiting' }
  })
}

/** Whether a calculation may still change. */
export function isUnderWay({ state }: Pick<CalculationState, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}
