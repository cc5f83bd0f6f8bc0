import type { Comparison } from '@lotbook/contract'

/** Whether a comparison is still being put together. */
export function isAtWork(comparison: Comparison | undefined): boolean {
  return comparison?.state === 'queued' || comparison?.state === 'running'
}
