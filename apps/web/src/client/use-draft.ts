import { useState } from 'react'
import { DRAFT_PREFIX, forgetDraft, keepDraft, readDraft } from './draft.ts'
import { useStart } from './start.ts'

/**
 * The key under which a form's draft is kept: person, screen and the form's own name. The draft stays in this window until it is
 * saved or cancelled, or the person signs out. Never for passwords, codes and keys.
 */
export function useDraftKey(name: string): string {
  const { id, viewing } = useStart().get_user_role
  return `${DRAFT_PREFIX}${viewing?.id ?? id} ${window.location.pathname} ${name}`
}

/**
 * The fields of a form as a state that outlives the page: a session that ends elsewhere, or a reload, loses nothing of it.
 *
 * @returns the values, how to change them, and how to forget the draft once it was saved or given up.
 */
export function useDraft<Values extends object>(
  name: string,
  initial: Values,
): readonly [Values, (values: Values) => void, () => void] {
  const key = useDraftKey(name)
  const [begins] = useState(initial)
  const [values, setValues] = useState<Values>(() => ({ ...begins, ...readDraft(key, begins) }))
  const change = (next: Values) => {
    setValues(next)
    keepDraft(key, begins, next)
  }
  return [values, change, () => forgetDraft(key)]
}
