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

/** How a calculation is spoken of. `calculatedAgo` is already words ("2 h ago"). */
export function calculationStatus(state: {
  readonly taxCalculated: boolean | null
  readonly needTaxCalculation: boolean
  readonly percent: number | null
  readonly calculatedAgo: string
}): Status {
  if (state.taxCalculated === false) {
    return { look: 'running', label: `Calculating ${(state.percent ?? 0).toString()}%` }
  }
  if (state.taxCalculated === null) return { look: 'open', label: 'Not calculated' }
  if (state.needTaxCalculation) return { look: 'open', label: 'Out of date' }
  return { look: 'done', label: `Calculated ${state.calculatedAgo}` }
}

/** How an item of the review queue is spoken of. */
export function reviewStatus(item: { readonly isAccepted: boolean; readonly isHigh: boolean }): Status {
  if (item.isAccepted) return { look: 'done', label: 'Accepted as is' }
  return item.isHigh ? { look: 'warn', label: 'Must review' } : { look: 'optional', label: 'Optional' }
}

/** How the computed balance stands to the reported one; null where the provider reports none. */
export function balanceStatus(assetsOff: number | null): Status {
  if (assetsOff === null) return { look: 'optional', label: 'n/a' }
  if (assetsOff === 0) return { look: 'done', label: 'matches' }
  return { look: 'warn', label: `${counted(assetsOff, 'asset')} off` }
}

const counted = (n: number, word: string) => `${n.toLocaleString()} ${word}${n === 1 ? '' : 's'}`
