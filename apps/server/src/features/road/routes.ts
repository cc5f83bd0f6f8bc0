import { contract } from '@lotbook/contract'
import type { Feature } from '../../platform/feature.ts'
import { routes } from '../../platform/request-context.ts'
import { readRoad } from './read-road.ts'
import { withLines } from '../../calculating/keep/prepare-lines.ts'

const show = routes(contract.roads).show.handler(({ input, context }) =>
  withLines(context.db, context.who, async (tx) => ({
    data: await readRoad(tx, context.who.subjectId, { year: input.year, now: context.now }),
  })),
)

/** The road of a tax year: import, review, calculate, file. */
export const roadFeature: Feature = { routes: { roads: { show } } }
