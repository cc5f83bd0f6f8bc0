import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths, type Wizard } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { toastFailed } from '../../ui/toast-store.ts'
import { FROM_WALK } from './walk-history.ts'

/** The walk from first upload to result: where it stands, and what each step asks. */
export function useWalk() {
  return useQuery(api.traces.steps.queryOptions({ select: ({ data }) => data }))
}
export type Walk = NonNullable<ReturnType<typeof useWalk>['data']>

/** Remember where the walk stands, so that it is taken up there. That it could not be kept is no reason to stop. */
export function useStandOn(wizard: Wizard | undefined): void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (to: Wizard) => calls.traces.toDesiredWizard({ wizard: to }),
    onSuccess: () => client.invalidateQueries({ queryKey: api.traces.key() }),
  })
  useEffect(() => {
    if (wizard !== undefined) mutate(wizard)
  }, [mutate, wizard])
}

/** Go to the next step with something to ask. */
export function useGoOn() {
  const router = useRouter()
  return useMutation({
    mutationFn: () => calls.traces.nextWizard(),
    onSuccess: ({ wizard_name }) => router.history.push(paths.wizard(wizard_name), FROM_WALK),
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })
}
