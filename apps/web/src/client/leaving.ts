/**
 * Whether the person is signing out, or going over to other books or back: the session that the page stands on ends before the answer
 * comes, and until the page goes that is no news.
 */
let isLeaving = false

// A page that the browser kept and shows again is left no more.
window.addEventListener('pageshow', () => (isLeaving = false))

export function setLeaving(is: boolean): void {
  isLeaving = is
}

export function isLeavingSession(): boolean {
  return isLeaving
}
