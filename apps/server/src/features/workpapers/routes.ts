import { contract } from '@lotbook/contract'
import type { Feature } from '../../platform/feature.ts'
import { routes } from '../../platform/request-context.ts'
import { askQuestion, closeQuestion, replyTo } from './ask-question.ts'
import { listQuestions } from './list-questions.ts'

const os = routes(contract.workpapers)
const success = { status: 'success' } as const

/** Questions between customers and professionals, and the professional's papers of a year. */
export const workpapersFeature: Feature = {
  routes: {
    workpapers: {
      questions: os.questions.handler(async ({ input, context }) => ({
        data: await listQuestions(context, input),
      })),
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
    },
  },
}
