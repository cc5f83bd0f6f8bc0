import type { StatusLook } from './StatusBadge.tsx'

export interface Status {
  readonly look: StatusLook
  readonly label: string
}

export interface ImportState {
  readonly importStatus: 'in-progress' | 'complete' | 'deleting'
  /** Whether the work has begun. */
  readonly hasStarted: boolean
  readonly percent?: number | null
  readonly count?: number | null
  /** The provider no longer lets us in; a key or a consent is needed. */
  readonly needsKey?: boolean
  readonly failed?: boolean
  readonly notes?: number
}

/** How an import is spoken of, in rows, badges and filters. */
export function importStatus(state: ImportState): Status {
  if (state.importStatus === 'deleting') return { look: 'running', label: 'Removing' }
  if (state.importStatus === 'in-progress') {
    if (!state.hasStarted) return { look: 'waiting', label: 'Queued' }
    const howFar =
      state.percent != null
        ? ` ${state.percent.toString()}%`
        : state.count
          ? ` ${state.count.toLocaleString()}`
          : ''
    return { look: 'running', label: `Importing${howFar}` }
  }
  if (state.needsKey === true) return { look: 'warn', label: 'Fix' }
  if (state.failed === true) return { look: 'failed', label: 'Failed' }
  if (state.notes !== undefined && state.notes > 0) {
    return { look: 'notes', label: `Done, ${counted(state.notes, 'note')}` }
  }
  return { look: 'done', label: 'Done' }
}

const counted = (n: number, word: string) => `${n.toLocaleString()} ${word}${n === 1 ? '' : 's'}`
