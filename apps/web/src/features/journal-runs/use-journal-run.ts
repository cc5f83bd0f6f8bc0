import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { JournalRun } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'

/** A run over many transactions, with its progress. */
export function useJournalRun(id: string | null): JournalRun | undefined {
  const { data } = useQuery({
    ...laterApi.journalRuns.read.queryOptions({ input: { id: id ?? '' } }),
    enabled: id !== null,
    select: (answer) => answer.data,
  })
  return id === null ? undefined : data
}

/** Calls `onOver` once when a run has ended, however it ended; returns the run while it goes on. */
export function useOverOnce(id: string | null, onOver: (run: JournalRun) => void): JournalRun | undefined {
  const run = useJournalRun(id)
  const told = useRef<string | null>(null)
  const isOver = run !== undefined && run.state !== 'queued' && run.state !== 'running'
  useEffect(() => {
    if (run === undefined || !isOver || run.id === told.current) return
    told.current = run.id
    onOver(run)
  }, [run, isOver, onOver])
  return isOver ? undefined : run
}
