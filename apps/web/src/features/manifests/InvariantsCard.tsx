import type { ManifestView } from '@lotbook/contract'
import { INVARIANT_WORDS } from '@lotbook/journal'
import { Card } from '../../ui/Card.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

/** The invariants that the result was checked against before it was stored, with the number of checks of each (N16). */
export function InvariantsCard({ manifest }: { manifest: ManifestView }) {
  const { invariants } = manifest
  if (invariants.length === 0) {
    return (
      <Card title="What was checked">
        <p className="text-ink-2">
          This calculation was made before results were checked. Calculate again to get a checked one.
        </p>
      </Card>
    )
  }
  return (
    <Card title="What was checked" flush>
      <p className="px-card pt-4 text-ink-2">
        Before a result is saved, a second program checks it in full. It shares no code with the one that
        chose the lots. If one of these had failed, nothing would have been saved. The command below checks
        them all again.
      </p>
      <ul aria-label="Checks" className="mt-2 divide-y divide-line">
        {invariants.map(({ name, checked, outcome }) => {
          const words = INVARIANT_WORDS[name]
          return (
            <li key={name} className="grid gap-x-4 gap-y-1 px-card py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
              <div>
                <p className="font-medium">{words?.title ?? name}</p>
                {words !== undefined && <p className="text-table text-ink-2">{words.text}</p>}
              </div>
              <div className="flex items-center gap-x-3 sm:flex-col sm:items-end">
                <StatusBadge
                  look={outcome === 'holds' ? 'done' : 'failed'}
                  label={outcome === 'holds' ? 'Holds' : 'Broken'}
                />
                <span className="text-table text-ink-2 tabular-nums">
                  {words?.of ?? 'checked'}: {checked.toLocaleString('en-US')}
                </span>
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
