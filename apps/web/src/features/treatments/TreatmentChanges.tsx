import type { TreatmentBoard, TreatmentChange } from '@lotbook/contract'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { DateTime } from '../../ui/Values.tsx'
import { choiceName, tokenWords, treatmentWords } from './treatment-words.ts'
import { useAssetNames } from '../transactions/use-asset-names.ts'
import type { Treatments } from './use-treatments.ts'

/** The history of choices with person and time, the newest first; a choice in force can be undone. */
export function TreatmentChanges({
  board: { changes },
  treatments,
}: {
  readonly board: TreatmentBoard
  readonly treatments: Treatments
}) {
  const assetName = useAssetNames()
  return (
    <Card title="Changes">
      {changes.length === 0 ? (
        <p className="text-ink-2">Nothing was changed: every question has its default.</p>
      ) : (
        <ul className="-my-3 divide-y divide-line" aria-label="Changes">
          {changes.map((change) => {
            const name = nameOf(change, assetName)
            return (
              <li
                key={change.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
              >
                <div className="grid gap-1">
                  <span>
                    <strong className="font-medium">{name}</strong> · {valueOf(change, change.before)} →{' '}
                    {valueOf(change, change.after)}
                  </span>
                  <span className="text-table text-ink-2">
                    <DateTime instant={change.recorded_at} zone /> by {change.recorded_by}
                    {change.undoes !== null && ' · undone'}
                  </span>
                </div>
                {change.can_undo && (
                  <Button
                    size="small"
                    aria-label={`Undo ${name}`}
                    busy={treatments.isBusy}
                    onClick={() => treatments.change({ kind: 'undo', id: change.id })}
                  >
                    Undo
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

function nameOf({ treatment, token }: TreatmentChange, assetName: (asset: string) => string): string {
  if (treatment !== null) return treatmentWords[treatment].name
  if (token === null) return 'Token'
  return token.of === null ? assetName(token.asset) : `${assetName(token.asset)} for ${assetName(token.of)}`
}

function valueOf({ treatment }: TreatmentChange, value: string | null): string {
  if (value === null) return 'not declared'
  if (treatment !== null) return choiceName(treatment, value)
  return Object.entries(tokenWords).find(([kind]) => kind === value)?.[1] ?? value
}
