import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { paths, type ReviewWizard } from '@lotbook/contract'

/** Kept with a place of the browser's history that another question led to: Previous leads back there, after a reload too. */
export const FROM_WALK = { isFromWalk: true }

/** The ways between the questions of the walk, each a step of the browser's history. */
export function useWalkHistory(wizard: ReviewWizard | undefined) {
  const router = useRouter()
  const isFromWalk = useLocation({
    select: ({ state }) => (state as Partial<typeof FROM_WALK>).isFromWalk === true,
  })
  const goTo = useCallback(
    (item: string | undefined, { replace = false }: { readonly replace?: boolean } = {}) => {
      if (wizard === undefined) return
      const path = `${paths.wizard(wizard)}${item === undefined ? '' : `&item=${item}`}`
      if (replace) router.history.replace(path, isFromWalk ? FROM_WALK : {})
      else router.history.push(path, FROM_WALK)
    },
    [isFromWalk, router, wizard],
  )
  return { goTo, onPrevious: isFromWalk ? () => router.history.back() : undefined }
}
