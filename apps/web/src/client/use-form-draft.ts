import { useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { forgetDraft, keepDraft, readDraft } from './draft.ts'
import { useDraftKey } from './use-draft.ts'

/**
 * `useDraft` for a form that keeps its own fields: what was typed is put back when it begins and counts as changed.
 *
 * @param before how the form begins; the same object for as long as it is that form.
 * @returns how to forget the draft once it was saved.
 */
export function useFormDraft<Values extends FieldValues>(
  name: string,
  before: Values,
  { setValue, subscribe }: Pick<UseFormReturn<Values>, 'setValue' | 'subscribe'>,
): () => void {
  const draft = useDraftKey(name)
  useEffect(() => {
    for (const [field, value] of Object.entries(readDraft(draft, before)))
      setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
    return subscribe({
      formState: { values: true },
      // Told of the form itself it has no values yet.
      callback: ({ name: field, values }) => {
        if (field !== undefined) keepDraft(draft, before, values)
      },
    })
  }, [draft, before, setValue, subscribe])
  return () => forgetDraft(draft)
}
