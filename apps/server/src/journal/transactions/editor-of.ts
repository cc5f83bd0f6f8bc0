import type { RequestContext } from '../../platform/request-context.ts'
import type { Editor } from '../edits/edit-transaction.ts'

/** Whoever makes the request, as the author of a change. */
export function editorOf({ who, now }: RequestContext): Editor {
  return { userId: who.subjectId, actorId: who.actorId, now }
}
