import { useRouter } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { Button } from '../../ui/Button.tsx'
import { OwnKeyFields } from './OwnKeyFields.tsx'
import { type Chain, useOwnKey } from './use-own-key.ts'

export interface OwnKeyPanelProps {
  readonly chain: Chain
  readonly onCancel: () => void
}

/** The customer's own key for an address that is connected already. */
export function OwnKeyPanel({ chain, onCancel }: OwnKeyPanelProps) {
  const router = useRouter()
  const own = useOwnKey(chain)
  return (
    <section aria-label="Your own explorer key" className="grid gap-4">
      <div>
        <h2 className="text-lead font-semibold">Your own explorer key</h2>
        <p className="mt-1 text-ink-2">
          Lotbook reads the history of {chain.name} from an explorer. With your own key it asks that explorer
          first, at your own rate.
        </p>
      </div>
      <OwnKeyFields own={own} onSaved={() => router.history.push(paths.imports)} />
      <div>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  )
}
