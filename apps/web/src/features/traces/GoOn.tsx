import { Button } from '../../ui/Button.tsx'
import { useGoOn } from './use-walk.ts'

/** On to the next step with something to ask. */
export function GoOn({ disabledReason }: { readonly disabledReason?: string | undefined }) {
  const { mutate, isPending } = useGoOn()
  return (
    <Button look="primary" busy={isPending} disabledReason={disabledReason} onClick={() => mutate()}>
      Continue
    </Button>
  )
}
