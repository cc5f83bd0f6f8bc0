/** Whether the person is signing out: until the page goes, an ended session is no news. */
let isLeaving = false

export function setLeaving(is: boolean): void {
  isLeaving = is
}

export function isSigningOut(): boolean {
  return isLeaving
}
