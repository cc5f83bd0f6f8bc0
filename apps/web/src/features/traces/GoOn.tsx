import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { useGoOn } from './use-walk.ts'

/** On to the next step with something to ask. */
export function GoOn({ look = 'primary', disabledReason }: Pick<ButtonProps, 'look' | 'disabledReason'>) {
  const { mutate, isPending } = useGoOn()
  return (
    <Button look={look} busy={isPending} disabledReason={disabledReason} onClick={() => mutate()}>
      Continue
    </Button>
  )
}
