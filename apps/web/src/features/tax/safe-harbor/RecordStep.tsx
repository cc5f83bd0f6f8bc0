import { useState } from 'react'
import { ALLOCATION_CONFIRMATION, ALLOCATION_KINDS, type AllocationChoice } from '@lotbook/contract'
import { toApiError } from '../../../app/api-error.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Form } from '../../../ui/Form.tsx'
import { RadioTiles } from '../../../ui/RadioTiles.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { AllocationCard } from './AllocationCard.tsx'
import { boundOf, kindWords, orderWords, outcomeOfChoice } from './allocation-words.ts'
import { Conditions } from './Conditions.tsx'
import { EachAsset } from './EachAsset.tsx'
import { choiceOf } from './safe-harbor-search.ts'
import type { StepProps } from './SafeHarborPage.tsx'
import { useRecordAllocation } from './use-safe-harbor.ts'

/** The effect of what was chosen, what it meets of the law, and the record, which is for good. */
export function RecordStep(props: StepProps) {
  const { comparison, search, show } = props
  const bound = boundOf(comparison)
  if (bound.extent === 'all')
    return (
      <EmptyState
        title="Your allocation is on record"
        text="It is irrevocable: a safe harbor allocation is made once (Rev. Proc. 2024-28)."
      />
    )
  // A rule is for every asset; where some are bound already, the others are recorded unit by unit.
  const asked = bound.extent === 'some' ? { ...search, kind: 'specific' as const } : search
  const choice = choiceOf(asked, comparison.own?.units ?? [])
  if (choice === undefined)
    return (
      <EmptyState
        title="Nothing is chosen yet"
        text="Choose an allocation first, or make one of your own."
        actions={
          <>
            <Button look="primary" onClick={() => show({ step: 'compare' })}>
              Compare allocations
            </Button>
            <Button onClick={() => show({ step: 'own' })}>Make your own</Button>
          </>
        }
      />
    )
  return <Chosen {...props} choice={choice} />
}

function Chosen({ comparison, search, show, harbor, choice }: StepProps & { choice: AllocationChoice }) {
  const { standing, own, outcomes, assets } = comparison
  const { mutate, isPending, error } = useRecordAllocation()
  // Never a draft: what cannot be taken back is confirmed by who sits there now.
  const [confirmation, setConfirmation] = useState('')
  const outcome = outcomeOfChoice(outcomes, own, choice)
  const now = outcomes[0]
  const refused = error === null ? undefined : toApiError(error)
  const isIrrevocable = standing?.[choice.kind].is_irrevocable ?? true
  const late = standing?.[choice.kind].assets.filter(({ state }) => state === 'late') ?? []
  const bound = boundOf(comparison)
  const nameOf = new Map(assets.flatMap(({ held }) => held.map((one) => [one.account_id, one.account_name])))
  const byHand = [
    ...new Set(choice.units.map(({ asset }) => assets.find((one) => one.asset === asset)?.symbol ?? asset)),
  ]
  return (
    <div className="grid items-start gap-6 wrap-anywhere lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-6">
        <Card title="Record the allocation">
          <Form
            refused={refused !== undefined && refused.fields === undefined ? refused.message : undefined}
            onSubmit={(event) => {
              event.preventDefault()
              if (isPending || outcome === undefined) return
              mutate({
                ...choice,
                accounts: [...choice.accounts],
                units: [...choice.units],
                books_day: search.books ?? null,
                confirmation,
              })
            }}
          >
            <div>
              <p className="font-medium">
                {orderWords[choice.order].name}
                {choice.accounts.length > 0 &&
                  `: ${choice.accounts.map((id) => nameOf.get(id) ?? 'an account').join(', then ')}`}
              </p>
              {byHand.length > 0 && <p className="text-ink-2">Unit by unit: {byHand.join(', ')}.</p>}
              {bound.extent === 'some' && (
                <p className="text-ink-2">
                  Without {bound.symbols.join(', ')}, which an irrevocable record binds already.
                </p>
              )}
            </div>
            <RadioTiles
              legend="How it is recorded"
              columns={2}
              tiles={ALLOCATION_KINDS.filter(
                (kind) => kind === 'specific' || (choice.units.length === 0 && bound.extent === 'none'),
              ).map((kind) => ({
                value: kind,
                title: kindWords[kind].name,
                text: kindWords[kind].text,
              }))}
              value={choice.kind}
              onChange={(kind) => show({ kind })}
            />
            <Field
              label="In your own books since"
              optional
              hint="Only if you had this very allocation in your books before, dated. It is printed as your statement; you have to prove it."
              error={refused?.fields?.['books_day']}
            >
              <TextInput
                type="date"
                className="max-w-48"
                value={search.books ?? ''}
                onChange={(event) =>
                  show({ books: event.target.value === '' ? undefined : event.target.value })
                }
              />
            </Field>
            {standing !== null && <Conditions standing={standing[choice.kind]} />}
            {isIrrevocable ? (
              <>
                <Banner tone="warn">
                  This cannot be changed or taken back, by you or by us: a safe harbor allocation is made
                  once. It is recorded with the time of the server.
                  {late.length > 0 &&
                    ` It does not bind ${late.map(({ symbol }) => symbol).join(', ')}: too late there, it is used until a later record takes its place.`}
                </Banner>
                <Field
                  label={`Type “${ALLOCATION_CONFIRMATION}” to confirm`}
                  error={refused?.fields?.['confirmation']}
                >
                  <TextInput
                    className="max-w-72"
                    autoComplete="off"
                    value={confirmation}
                    onChange={(event) => setConfirmation(event.target.value)}
                  />
                </Field>
              </>
            ) : (
              <Banner tone="warn">
                It is recorded with the time of the server and used from then on. It comes too late to be a
                safe harbor, so a later record may take its place; this one stays on the list.
              </Banner>
            )}
            <div>
              <Button
                type="submit"
                look="primary"
                busy={isPending}
                disabledReason={reasonNot(comparison, outcome, isIrrevocable, confirmation)}
              >
                Record the allocation
              </Button>
            </div>
          </Form>
        </Card>
        <Card title="Asset by asset" flush>
          <EachAsset
            assets={assets}
            choice={choice}
            standing={standing?.[choice.kind] ?? null}
            currency={comparison.currency}
          />
        </Card>
      </div>
      {outcome === undefined ? (
        <Card>
          <EmptyState
            title="Not worked out yet"
            text="What this allocation comes to is worked out before it can be recorded."
            actions={
              <Button busy={harbor.isAsking} onClick={() => harbor.compare(choice)}>
                Work out the effect
              </Button>
            }
          />
        </Card>
      ) : (
        <ul aria-label="Effect" className="grid gap-4">
          <AllocationCard
            outcome={outcome}
            comparison={comparison}
            isNow={outcome === now}
            isChosen
            onChoose={undefined}
          />
        </ul>
      )}
    </div>
  )
}

function reasonNot(
  { is_current }: StepProps['comparison'],
  outcome: ReturnType<typeof outcomeOfChoice>,
  isIrrevocable: boolean,
  confirmation: string,
): string | undefined {
  if (!is_current) return 'Compare again first: what you see is of an older history.'
  if (outcome === undefined) return 'Work out the effect first.'
  if (outcome.problems.length > 0) return 'The units do not agree.'
  if (isIrrevocable && confirmation !== ALLOCATION_CONFIRMATION)
    return `Type “${ALLOCATION_CONFIRMATION}” first.`
  return undefined
}
