/** Whether work of the server is queued or running, by its state. */
export function isAtWork(state: string | undefined): boolean {
  return state === 'queued' || state === 'running'
}
