import { useRouter, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { stringifySearch } from '../client/search.ts'
import { useSlots } from '../client/slots.ts'
import { ExplainContext } from '../ui/explain-context.ts'

/** Lets every figure open the Explain panel: `?explain=kind:id` over any screen, so it can be linked and gone back from. */
export function ExplainHost({ children }: { children: ReactNode }) {
  const { ExplainPanel } = useSlots()
  const router = useRouter()
  const { explain } = useSearch({ strict: false })

  function show(handle: string | undefined) {
    const { pathname, search } = router.state.location
    router.history.push(pathname + stringifySearch({ ...search, explain: handle }))
  }

  return (
    <ExplainContext value={show}>
      {children}
      {explain !== undefined && (
        <Suspense>
          <ExplainPanel handle={explain} onOpen={show} onClose={() => show(undefined)} />
        </Suspense>
      )}
    </ExplainContext>
  )
}
