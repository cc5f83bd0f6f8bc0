/** Prefix of every draft's key; the person's id follows. */
export const DRAFT_PREFIX = 'draft '

/**
 * The fields of a draft that differ from the form's first values; empty where nothing was typed. Fields that the form no longer
 * has are left out.
 */
export function readDraft<Values extends object>(key: string, initial: Values): Partial<Values> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    const fits = ([field, value]: [string, unknown]) =>
      field in initial && kindOf(value) === kindOf(initial[field as keyof Values])
    return Object.fromEntries(Object.entries(kept).filter(fits)) as Partial<Values>
  } catch {
    return {}
  }
}

/** Keep what differs from how the form begins, so that what changes elsewhere meanwhile is not typed over. */
export function keepDraft<Values extends object>(key: string, initial: Values, values: Values): void {
  const typed = Object.entries(values).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(initial[field as keyof Values]),
  )
  try {
    if (typed.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(typed)))
  } catch {
    // A browser that keeps nothing loses it with the page.
  }
}

/** After saving or cancelling. */
export function forgetDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing is kept, so nothing is left.
  }
}

/** Drafts of others who were here before in this window. */
export function forgetDraftsOfOthers(userId: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(DRAFT_PREFIX) && !key.startsWith(`${DRAFT_PREFIX}${userId} `))
        sessionStorage.removeItem(key)
  } catch {
    // Nothing is kept, so nothing is left.
  }
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}
