import type { OnboardingStep } from './wizards.ts'

/** The steps from a first file to a filed year, in their order. */
export const ROAD_STEPS = ['import', 'review', 'calculate', 'file'] as const
export type RoadStep = (typeof ROAD_STEPS)[number]

/** Name of each step on screen. */
export const ROAD_NAMES: Readonly<Record<RoadStep, string>> = {
  import: 'Import',
  review: 'Review',
  calculate: 'Calculate',
  file: 'File',
}

/** The step of the road that a step of the onboarding belongs to: plan and summary are parts of filing. */
export function roadStepOf(step: OnboardingStep): RoadStep {
  switch (step) {
    case 1:
      return 'import'
    case 3:
      return 'review'
    case 4:
      return 'calculate'
    case 2:
    case 5:
      return 'file'
  }
}
