import { useRouter } from '@tanstack/react-router'
import { BriefcaseBusiness, CircleCheck, User } from 'lucide-react'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { paths } from '@lotbook/contract'
import { calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { sendAggregator } from '../../client/aggregator.ts'
import { forgetDraftsOfOthers } from '../../client/draft.ts'
import { useRefreshStart, useStart } from '../../client/start.ts'
import { useStored, writeStored } from '../../client/stored.ts'
import { useDraft } from '../../client/use-draft.ts'
import { useFormDraft } from '../../client/use-form-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { RadioTiles } from '../../ui/RadioTiles.tsx'
import { IdentityCard } from './IdentityCard.tsx'
import { CurrencyField, LocationFields, type LocationValues } from './LocationFields.tsx'
import { useEnter } from './use-enter.ts'

const roles = [
  {
    value: 'customer',
    title: 'I file my own taxes',
    text: 'Import your history and see your results.',
    icon: <User aria-hidden="true" className="size-5 text-ink-3" />,
  },
  {
    value: 'cpa',
    title: 'I am a tax professional',
    text: 'Work with clients who give you access.',
    icon: <BriefcaseBusiness aria-hidden="true" className="size-5 text-ink-3" />,
  },
] as const

type Chosen = (typeof roles)[number]['value']

/** The start card: what one is, where one files, in which currency and zone. Asked once. */
export function GetStartedPage() {
  const start = useStart()
  const goOn = useBegin()
  const isNew = useStored('successModalSignUp') === 'true'
  const isChosen = start.get_user_role.roles.length > 0
  const [{ role }, setRole, forgetRole] = useDraft<{ role: Chosen }>('role', { role: 'customer' })
  const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const ownCurrency = start.onboarding_flag.currency || 'USD'
  const [before] = useState<LocationValues>({
    country_code: start.setting.country_code || 'US',
    currency: ownCurrency,
    time_zone: ownZone,
  })
  const { register, handleSubmit, setError, setValue, subscribe, formState, control } =
    useForm<LocationValues>({ defaultValues: before })
  const forget = useFormDraft('start card', before, { setValue, subscribe })
  // An option before its list has arrived.
  const currency = useWatch({ control, name: 'currency' })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (values) => {
    try {
      if (!isChosen) await chooseRole(role)
      await calls.onboarding.saveLocation(values)
      forget()
      forgetRole()
      writeStored('successModalSignUp', 'false')
      await goOn()
    } catch (thrown) {
      showRefusal(thrown, setError, ['country_code', 'currency', 'time_zone'])
    }
  })

  return (
    <IdentityCard
      title="A few things first"
      text="We ask only once. You can change all of it but your role later in Settings."
    >
      {isNew && (
        <p role="status" className="mb-4 flex items-center gap-2 rounded-control bg-gain-soft px-3 py-2">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-gain" />
          Your account is ready.
        </p>
      )}
      <Form onSubmit={(event) => void submit(event)} refused={errors.root?.message}>
        {!isChosen && (
          <RadioTiles
            legend="Who are you?"
            tiles={roles}
            value={role}
            onChange={(chosen) => setRole({ role: chosen })}
          />
        )}
        <LocationFields register={register} control={control} error={errors.time_zone?.message} />
        <CurrencyField register={register} chosen={currency} />
        <Button type="submit" look="primary" size="large" busy={isSubmitting}>
          Continue
        </Button>
      </Form>
    </IdentityCard>
  )
}

// A customer goes on with the first step, which is the import; a professional to where their screens begin.
function useBegin(): () => Promise<void> {
  const enter = useEnter()
  const refresh = useRefreshStart()
  const router = useRouter()
  return async () => {
    const { href } = router.state.location
    const { get_user_role } = await refresh()
    if (!get_user_role.roles.includes('customer')) return enter()
    forgetDraftsOfOthers(get_user_role.id)
    await sendAggregator()
    // The first step stands here by now, and who has gone on from it stays where they went.
    if (router.state.location.href === href) router.history.push(paths.onboarding(1))
  }
}

// Chosen in an attempt whose second half failed: then it stands.
async function chooseRole(role: Chosen): Promise<void> {
  try {
    await calls.onboarding.updateRole({ role })
  } catch (thrown) {
    if (toApiError(thrown).code !== 'already_chosen') throw thrown
  }
}
