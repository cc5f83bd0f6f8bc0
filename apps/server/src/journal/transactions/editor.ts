import type { RequestContext } from '../../platform/request-context.ts'

/** The author of a change, the customer whose journal it changes, and its instant. */
export interface Editor {
  readonly userId: string
  readonly actorId: string
  readonly now: Date
}

/** The person who makes the request, as the author of a change. */
export function editorOf({ who, now }: RequestContext): Editor {
  return { userId: who.subjectId, actorId: who.actorId, now }
}
