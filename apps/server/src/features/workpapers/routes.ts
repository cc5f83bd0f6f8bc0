import { contract } from '@lotbook/contract'
import type { Feature } from '../../platform/feature.ts'
import { routes } from '../../platform/request-context.ts'
import { askQuestion, closeQuestion, replyTo } from './ask-question.ts'
import { listQuestions } from './list-questions.ts'
import { bundleRoute } from './bundle.ts'
import { addPoint, settlePoint } from './open-points.ts'
import { workpapersOfYear } from './read-workpapers.ts'
import { endSignOff, signOff } from './sign-off.ts'
import { setTick } from './tick-marks.ts'

const os = routes(contract.workpapers)
const success = { status: 'success' } as const

/** Questions between customers and professionals, and the professional's papers of a year. */
export const workpapersFeature: Feature = {
  routes: {
    workpapers: {
      questions: os.questions.handler(({ input, context }) => listQuestions(context, input)),
      ask: os.ask.handler(async ({ input, context }) => ({
        ...success,
        id: await askQuestion(context, input),
      })),
      reply: os.reply.handler(async ({ input, context }) => {
        await replyTo(context, input)
        return success
      }),
      close: os.close.handler(async ({ input, context }) => {
        await closeQuestion(context, input)
        return success
      }),
      ofYear: os.ofYear.handler(async ({ input, context }) => ({
        data: await workpapersOfYear(context, input),
      })),
      signOff: os.signOff.handler(async ({ input, context }) => ({
        ...success,
        id: await signOff(context, input),
      })),
      endSignOff: os.endSignOff.handler(async ({ input, context }) => {
        await endSignOff(context, input)
        return success
      }),
      tick: os.tick.handler(async ({ input, context }) => {
        await setTick(context, input)
        return success
      }),
      addPoint: os.addPoint.handler(async ({ input, context }) => ({
        ...success,
        id: await addPoint(context, input),
      })),
      settlePoint: os.settlePoint.handler(async ({ input, context }) => {
        await settlePoint(context, input)
        return success
      }),
    },
  },
  raw: bundleRoute,
}
