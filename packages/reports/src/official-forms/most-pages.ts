import { form8949Pages, type Form8949 } from '../form-8949.ts'

/** Pages of a filled Form 8949 at most: more is nothing that can be mailed or attached. */
export const MOST_FILLED_PAGES = 10_000

/** Why a filled Form 8949 of these rows is not made; null where it is. */
export function tooLongToFill(form: Form8949): string | null {
  const pages = form8949Pages(form).length
  if (pages <= MOST_FILLED_PAGES) return null
  const most = MOST_FILLED_PAGES.toLocaleString('en-US')
  return `Form 8949 would have ${pages.toLocaleString('en-US')} pages, and a filled one has ${most} at most. Report the sales in summary with a statement attached (Exception 2).`
}
