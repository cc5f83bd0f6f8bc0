import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { calls } from '../../client/api.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { type Start, useRefreshStart } from '../../client/start.ts'
import { useSavedToast } from '../../client/use-saved-toast.ts'
import { useFormDraft } from '../../client/use-form-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { CurrencyField, LocationFields, type LocationValues } from './LocationFields.tsx'

/** Country, time zone and currency; a change of the zone makes calculations out of date, which the tax control then says. */
export function LocationForm({ setting }: { setting: Start['setting'] }) {
  const refresh = useRefreshStart()
  const client = useQueryClient()
  const toastSaved = useSavedToast()
  const { country_code, currency, time_zone } = setting
  const [before] = useState<LocationValues>({ country_code, currency, time_zone })
  const { register, handleSubmit, setError, setValue, formState, subscribe, control } =
    useForm<LocationValues>({
      defaultValues: before,
    })
  const forget = useFormDraft('location', before, { setValue, subscribe })
  const { errors, isSubmitting, isDirty } = formState
  const chosen = useWatch({ control, name: 'currency' })

  const submit = handleSubmit(async (values) => {
    try {
      const { change_ids } = await calls.settings.saveLocation({
        country_code: values.country_code,
        time_zone: values.time_zone,
        currency: values.currency,
      })
      forget()
      await refresh()
      // Every amount on other screens may be in another currency now.
      if (values.currency !== before.currency) void client.invalidateQueries({ refetchType: 'none' })
      toastSaved('Country, time zone and currency saved', change_ids)
    } catch (thrown) {
      showRefusal(thrown, setError, ['country_code', 'currency', 'time_zone'])
    }
  })

  return (
    <Form onSubmit={(event) => void submit(event)} refused={errors.root?.message}>
      <LocationFields register={register} control={control} error={errors.time_zone?.message} />
      <CurrencyField register={register} chosen={chosen} error={errors.currency?.message} />
      <div>
        <Button
          type="submit"
          busy={isSubmitting}
          disabledReason={isDirty ? undefined : 'Nothing was changed.'}
        >
          Save
        </Button>
      </div>
    </Form>
  )
}
