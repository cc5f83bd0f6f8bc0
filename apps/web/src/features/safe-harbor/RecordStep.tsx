import { useState } from 'react'
import { ALLOCATION_CONFIRMATION, ALLOCATION_KINDS, type AllocationChoice } from '@lotbook/contract'
import { type ApiError, toApiError } from '../../client/api-error.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { RadioTiles } from '../../ui/RadioTiles.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { AllocationCard } from './AllocationCard.tsx'
import { boundOf, kindWords, orderWords, outcomeOfChoice, reasonForAll } from './allocation-words.ts'
import { Conditions } from './Conditions.tsx'
import { EachAsset } from './EachAsset.tsx'
import { choiceOf, withoutOf } from './safe-harbor-search.ts'
import type { StepProps } from './step-props.ts'
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
  const chosen = choiceOf(asked, comparison.own?.units ?? [])
  if (chosen === undefined)
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
  // An address may name what is not open.
  const open = comparison.assets.filter(({ lots, is_bound }) => lots > 0 && !is_bound)
  const left_out =
    reasonForAll(chosen.kind, props.state.records) === undefined
      ? chosen.left_out.filter((left) => open.some(({ asset }) => asset === left))
      : []
  return <Chosen {...props} choice={{ ...chosen, left_out }} isOfNone={left_out.length === open.length} />
}

function Chosen({
  state,
  comparison,
  search,
  show,
  harbor,
  choice,
  isOfNone,
}: StepProps & { choice: AllocationChoice; isOfNone: boolean }) {
  const { standing, own, outcomes, assets } = comparison
  const { mutate, isPending, error, reset } = useRecordAllocation()
  // Never a draft: what cannot be taken back is confirmed by who sits there now.
  const [confirmation, setConfirmation] = useState('')
  const outcome = outcomeOfChoice(outcomes, own, choice)
  const now = outcomes[0]
  const refused = error === null ? undefined : toApiError(error)
  const isIrrevocable = standing?.[choice.kind].is_irrevocable ?? true
  const late = standing?.[choice.kind].assets.filter(({ state }) => state === 'late') ?? []
  const bound = boundOf(comparison)
  const nameOf = new Map(assets.flatMap(({ held }) => held.map((one) => [one.account_id, one.account_name])))
  const symbolOf = (asset: string) => assets.find((one) => one.asset === asset)?.symbol ?? asset
  const units = choice.units.filter(({ asset }) => !choice.left_out.includes(asset))
  const byHand = [...new Set(units.map(({ asset }) => symbolOf(asset)))]
  const allReason = reasonForAll(choice.kind, state.records)
  return (
    <div className="grid items-start gap-6 wrap-anywhere lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-6">
        <Card title="Assets of this record" flush>
          <p className="px-4 py-3 text-table text-ink-2">
            {allReason ??
              'It covers every asset you check. Assets you leave out stay open for a later record and count as they do now.'}
          </p>
          <EachAsset
            assets={assets}
            choice={choice}
            standing={standing?.[choice.kind] ?? null}
            currency={comparison.currency}
            onLeaveOut={
              allReason === undefined
                ? (asset, isLeftOut) => {
                    reset()
                    show({
                      without: withoutOf([
                        ...choice.left_out.filter((one) => one !== asset),
                        ...(isLeftOut ? [asset] : []),
                      ]),
                    })
                  }
                : undefined
            }
          />
        </Card>
        <Card title="Record the allocation">
          <Form
            refused={refused && wholeRefusal(refused)}
            onSubmit={(event) => {
              event.preventDefault()
              if (isPending || outcome === undefined) return
              mutate(
                { ...choice, units, books_day: search.books ?? null, confirmation },
                // The assets left out are the ones to record next.
                { onSuccess: () => show({ without: undefined }) },
              )
            }}
          >
            <div>
              <p className="font-medium">
                {orderWords[choice.order].name}
                {choice.accounts.length > 0 &&
                  `: ${choice.accounts.map((id) => nameOf.get(id) ?? 'an account').join(', then ')}`}
              </p>
              {byHand.length > 0 && <p className="text-ink-2">Unit by unit: {byHand.join(', ')}.</p>}
              {choice.left_out.length > 0 && (
                <p className="text-ink-2">Left open: {choice.left_out.map(symbolOf).join(', ')}.</p>
              )}
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
                (kind) =>
                  kind === 'specific' ||
                  (choice.units.length === 0 && choice.left_out.length === 0 && bound.extent === 'none'),
              ).map((kind) => ({
                value: kind,
                title: kindWords[kind].name,
                text: kindWords[kind].text,
              }))}
              value={choice.kind}
              onChange={(kind) => {
                reset()
                show({ kind })
              }}
            />
            <Field
              label="In your own books since"
              optional
              hint="Only if this exact allocation was in your books before, with a date. It is printed as your statement, and you must be able to prove it."
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
                  This cannot be changed or undone, by you or by us: a safe harbor allocation is made once. It
                  is recorded with the server’s time.
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
                It is recorded with the time of the server and used from then on. It is too late to be a safe
                harbor, so a later record may replace it; this one stays on the list.
              </Banner>
            )}
            <div>
              <Button
                type="submit"
                look="primary"
                busy={isPending}
                disabledReason={
                  isOfNone
                    ? 'Choose at least one asset.'
                    : reasonNot(comparison, outcome, isIrrevocable, confirmation)
                }
              >
                Record the allocation
              </Button>
            </div>
          </Form>
        </Card>
      </div>
      {outcome === undefined ? (
        <Card>
          <EmptyState
            title="Not worked out yet"
            text="The effect of this allocation must be calculated before it can be recorded."
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

/** Why nothing was recorded, where none of the form's own fields says so. */
function wholeRefusal({ message, fields }: ApiError): string | undefined {
  const { books_day, confirmation, ...others } = fields
  if (books_day !== undefined || confirmation !== undefined) return undefined
  return Object.values(others)[0] ?? message
}

function reasonNot(
  { is_current, is_before_record_only }: StepProps['comparison'],
  outcome: ReturnType<typeof outcomeOfChoice>,
  isIrrevocable: boolean,
  confirmation: string,
): string | undefined {
  if (is_before_record_only) return 'Compare again first: an allocation has been recorded since.'
  if (!is_current) return 'Compare again first: what you see is from before your latest changes.'
  if (outcome === undefined) return 'Work out the effect first.'
  if (outcome.problems.length > 0) return 'The units do not match.'
  if (isIrrevocable && confirmation !== ALLOCATION_CONFIRMATION)
    return `Type “${ALLOCATION_CONFIRMATION}” first.`
  return undefined
}
