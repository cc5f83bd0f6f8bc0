import type { AllocationChoice } from '@lotbook/contract'
import { useDraft } from '../../client/use-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { AccountOrder, type OwnRule } from './AccountOrder.tsx'
import { boundOf } from './allocation-words.ts'
import type { StepProps } from './step-props.ts'
import { leftOutBy, withoutOf } from './safe-harbor-search.ts'
import { type HandMade, UnitsByHand } from './UnitsByHand.tsx'
import { unitsOf, unitTotals } from './typed-units.ts'

/** The draft of this step, which outlives the page. */
interface OwnDraft {
  readonly order: OwnRule['order']
  readonly accounts: readonly string[]
  readonly handMade: Readonly<Record<string, HandMade>>
  /** Assets that were worked out by hand before and are not opened here stay as they were. */
  readonly kept: AllocationChoice['units']
}

/** An allocation of one's own: a rule with the accounts in any order, and assets allocated unit by unit. */
export function OwnStep({ comparison, search, show, harbor }: StepProps) {
  const { assets, own } = comparison
  const holders = [
    ...new Map(assets.flatMap(({ held }) => held.map((one) => [one.account_id, one.account_name] as const))),
  ].map(([id, name]) => ({ id, name }))
  const [{ order, accounts, handMade, kept }, setDraft, forget] = useDraft<OwnDraft>('allocation', {
    order: search.order ?? own?.order ?? 'hifo',
    accounts: search.accounts?.split(',') ?? own?.accounts ?? [],
    handMade: {},
    kept: own?.units ?? [],
  })
  // Assets that a record binds keep their allocation on record; where all are bound, the step only shows the choices there were.
  const isSomeBound = boundOf(comparison).extent === 'some'
  const open = assets.filter(({ is_bound }) => !isSomeBound || !is_bound)
  const isOpen = (asset: string) => open.some((one) => one.asset === asset)
  const rule: OwnRule = { order, accounts: ordered(holders, accounts) }
  const draft = { order, accounts, handMade, kept }
  if (assets.length === 0)
    return <EmptyState title="There is nothing to allocate" text="No lot was open at the end of 2024." />

  const made = Object.values(handMade).filter(({ units }) => isOpen(units.asset))
  const units = [
    ...kept.filter(({ asset }) => !(asset in handMade) && isOpen(asset)),
    ...made.flatMap(({ units, typed }) => unitsOf(units, typed)),
  ]
  const reason = made.map(({ units, typed }) => unitTotals(units, typed).reason).find(Boolean)
  const choice: AllocationChoice = {
    kind: 'specific',
    order: rule.order,
    accounts: rule.accounts.map(({ id }) => id),
    units,
    left_out: leftOutBy(search.without).filter(isOpen),
  }
  return (
    <div className="grid gap-6">
      <Card title="The rule">
        <AccountOrder
          rule={rule}
          onChange={(next) =>
            setDraft({ ...draft, order: next.order, accounts: next.accounts.map(({ id }) => id) })
          }
        />
      </Card>
      <Card title="Unit by unit">
        <UnitsByHand
          assets={open}
          rule={rule}
          handMade={handMade}
          kept={kept}
          onChange={(asset, next) => {
            const { [asset]: _gone, ...others } = handMade
            setDraft(
              next === undefined
                ? { ...draft, handMade: others, kept: kept.filter((unit) => unit.asset !== asset) }
                : { ...draft, handMade: { ...others, [asset]: next } },
            )
          }}
        />
      </Card>
      <p>
        <Button
          look="primary"
          busy={harbor.isAsking}
          disabledReason={reason}
          onClick={() =>
            harbor.compare(choice, () => {
              // From here on the comparison and the address have it.
              forget()
              show({
                step: 'compare',
                order: choice.order,
                accounts: choice.accounts.join(),
                own: units.length > 0 ? 'true' : undefined,
                without: withoutOf(choice.left_out),
              })
            })
          }
        >
          Work out the effect
        </Button>
      </p>
    </div>
  )
}

function ordered(holders: OwnRule['accounts'], ids: readonly string[]): OwnRule['accounts'] {
  const named = ids.flatMap((id) => holders.filter((one) => one.id === id))
  return [...named, ...holders.filter((one) => !named.includes(one))]
}
