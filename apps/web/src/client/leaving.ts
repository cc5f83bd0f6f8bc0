let since = 0

/** A page that the browser kept, and shows again later, is left no more. */
const LEFT_WITHIN_MS = 10_000

/**
 * Whether the person is signing out, or going over to other books or back: the session that the page stands on ends before the answer
 * comes, and until the page goes that is no news.
 */
export const isLeavingSession = () => Date.now() - since < LEFT_WITHIN_MS

export function setLeaving(is: boolean): void {
  since = is ? Date.now() : 0
}
