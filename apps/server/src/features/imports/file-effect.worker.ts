// Entry of the thread that works out what a file would change, so that the server's loop does not.
import { CalculationInputError } from '@lotbook/rules'
import { serveThread } from '../../platform/serve-thread.ts'
import { type FileEffect, type FileToAdd, workOutFileEffect } from './work-out-file-effect.ts'

export type FileEffectAnswer =
  | { readonly outcome: 'done'; readonly effect: FileEffect }
  | { readonly outcome: 'refused' }

serveThread<FileToAdd, FileEffectAnswer>(async (db, task, answer) => {
  try {
    answer({ outcome: 'done', effect: await workOutFileEffect(db, task) })
  } catch (error) {
    if (!(error instanceof CalculationInputError)) throw error
    answer({ outcome: 'refused' })
  }
})
