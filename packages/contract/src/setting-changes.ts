import { z } from 'zod'
import { cursorPage, id, instantText, success } from './common.ts'
import { signedInRoute } from './route.ts'

/** A save of settings, a choice of a treatment, or an act that guards the account, which cannot be taken back. */
export const settingChange = z.object({
  id: z.string(),
  kind: z.enum(['setting', 'treatment', 'security']),
  /** The settings that it changed by name, with the values before and after; null is none. */
  parts: z.array(
    z.object({ setting: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  recorded_at: instantText,
  recorded_by: z.string(),
  /** It took another change back. */
  is_undo: z.boolean(),
  /** It is what counts now, so it can be taken back. */
  can_undo: z.boolean(),
})
export type SettingChange = z.infer<typeof settingChange>

export const settingChanges = {
  /** What was changed in the settings, when and by whom, the newest first (N7). */
  list: signedInRoute
    .route({ method: 'GET', path: '/setting/changes' })
    .input(z.object({ cursor: z.string().max(100).optional() }))
    .output(cursorPage(settingChange)),
  /**
   * Put back what settings were before changes, which are undone in the order given. Refused with `conflict` where a setting was
   * changed again since.
   */
  undo: signedInRoute
    .route({ method: 'POST', path: '/setting/changes/undo' })
    .input(z.object({ ids: z.array(id).min(1).max(5) }))
    .output(success),
}
