import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { paths } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import type { ExplainPanelProps } from '../../client/slots.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { Explained } from './Explained.tsx'
import { explanationText } from './explanation-text.ts'
import { trailAfter } from './trail.ts'

/** Explains a figure, down to the rows of the files. */
export function ExplainPanel({ handle, onClose, onOpen }: ExplainPanelProps) {
  const client = useQueryClient()
  const top = useRef<HTMLDivElement>(null)
  const trail = useTrail(handle)
  const query = useInfiniteQuery(explainQuery(handle))
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  useBegin(handle, top)

  // Every page says the same but for its rows.
  const first = data?.pages[0]?.data
  const explanation =
    first === undefined ? undefined : { ...first, rows: data?.pages.flatMap((page) => page.data.rows) ?? [] }
  const nameOf = (one: string) => client.getQueryData(explainQuery(one).queryKey)?.pages[0]?.data.title ?? one
  const before = trail.at(-2)

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={explanation?.title ?? 'Explain'}
      footer={
        explanation !== undefined && (
          <>
            {explanation.transaction_id !== null && (
              <ButtonLink to={`${paths.transactions}?id=${explanation.transaction_id}`}>
                Open transaction
              </ButtonLink>
            )}
            <Button onClick={() => void copy(explanationText(explanation))}>Copy as text</Button>
          </>
        )
      }
    >
      <div ref={top}>
        {before !== undefined && (
          <nav
            aria-label="Path to this figure"
            className="-mt-1 mb-3 flex flex-wrap items-center gap-x-1 text-table text-ink-2"
          >
            {trail.slice(0, -1).map((one) => (
              <button
                key={one}
                type="button"
                onClick={() => onOpen(one)}
                className="inline-flex min-h-6 max-w-full items-center gap-0.5 rounded-[3px] text-accent hover:underline pointer-coarse:min-h-11"
              >
                <ChevronLeft aria-hidden="true" className="size-3.5 shrink-0" />
                <span className="truncate">{nameOf(one)}</span>
              </button>
            ))}
          </nav>
        )}
        {explanation !== undefined ? (
          <Explained
            explanation={explanation}
            onOpen={onOpen}
            more={
              hasNextPage && (
                <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  Show more
                </Button>
              )
            }
          />
        ) : error === null ? (
          <Loading label="the explanation">
            <div className="grid gap-4">
              <Skeleton className="h-10 w-48" />
              <Skeleton className="h-16 w-full" />
              <Skeleton className="h-40 w-full" />
            </div>
          </Loading>
        ) : (
          <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
        )}
      </div>
    </Sheet>
  )
}

function explainQuery(handle: string) {
  return laterApi.explain.figure.infiniteOptions({
    input: (cursor: string | undefined) => ({ handle, ...(cursor === undefined ? {} : { cursor }) }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.data.next ?? undefined,
  })
}

/** The figures that were opened on the way to this one, and it. */
function useTrail(handle: string): readonly string[] {
  const [trail, setTrail] = useState<readonly string[]>([handle])
  const now = trail.at(-1) === handle ? trail : trailAfter(trail, handle)
  if (now !== trail) setTrail(now)
  return now
}

/** Each figure begins at its top, and its title is read; the first is the dialog's own doing. */
function useBegin(handle: string, top: React.RefObject<HTMLDivElement | null>): void {
  const shown = useRef(handle)
  useEffect(() => {
    if (shown.current === handle) return
    shown.current = handle
    top.current?.parentElement?.scrollTo({ top: 0 })
    top.current?.closest('dialog')?.querySelector('h2')?.focus()
  }, [handle, top])
}

function Failed({ error, busy, onRetry }: { error: unknown; busy: boolean; onRetry: () => void }) {
  const { code, message } = toApiError(error)
  if (code === 'not_found') {
    return (
      <ErrorState
        title="This figure is no longer there"
        text="It belongs to an earlier calculation. Close this and open the figure on the page again."
      />
    )
  }
  if (code === 'calculation_not_done') {
    return (
      <ErrorState title="Not calculated yet" text="Figures can be opened once your taxes are calculated." />
    )
  }
  return <ErrorState title="The figure could not be explained" text={message} busy={busy} onRetry={onRetry} />
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toastDone('Explanation copied')
  } catch {
    toastFailed('Your browser blocked copying. Select the text and copy it yourself.')
  }
}
