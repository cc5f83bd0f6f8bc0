import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { calls } from '../../client/api.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { type Start, useRefreshStart } from '../../client/start.ts'
import { useSavedToast } from '../../client/use-saved-toast.ts'
import { useFormDraft } from '../../client/use-form-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { LocationFields, type LocationValues } from './LocationFields.tsx'

/** Country and time zone; a change makes calculations out of date, which the tax control then says. */
export function LocationForm({ setting }: { setting: Start['setting'] }) {
  const refresh = useRefreshStart()
  const toastSaved = useSavedToast()
  const { country_code, currency, time_zone } = setting
  const [before] = useState<LocationValues>({ country_code, currency, time_zone })
  const { register, handleSubmit, setError, setValue, formState, subscribe, control } =
    useForm<LocationValues>({
      defaultValues: before,
    })
  const forget = useFormDraft('location', before, { setValue, subscribe })
  const { errors, isSubmitting, isDirty } = formState

  const submit = handleSubmit(async (values) => {
    try {
      const { change_ids } = await calls.settings.saveLocation({
        country_code: values.country_code,
        time_zone: values.time_zone,
      })
      forget()
      await refresh()
      toastSaved('Country and time zone saved', change_ids)
    } catch (thrown) {
      showRefusal(thrown, setError, ['country_code', 'time_zone'])
    }
  })

  return (
    <Form onSubmit={(event) => void submit(event)} refused={errors.root?.message}>
      <LocationFields register={register} control={control} error={errors.time_zone?.message} />
      <p className="text-ink-2">
        Results are in <strong>{currency}</strong>.
      </p>
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
