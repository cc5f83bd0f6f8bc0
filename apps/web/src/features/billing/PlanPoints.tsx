import { Check } from 'lucide-react'

/** What everybody has, whatever the year holds. */
export const FREE = [
  'Review, with what each answer would change',
  'Calculation, all methods side by side',
  'Every figure opened to its source row',
]
/** What a plan pays for. */
export const PAID = [
  'Form 8949, Schedule D, Schedule 1',
  'Files for tax programs',
  'Audit trail and filing packet',
  'The same year again, after a correction',
]

/** One of these lists under its heading. */
export function Points({ title, points }: { readonly title: string; readonly points: readonly string[] }) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-2 grid gap-1.5">
        {points.map((point) => (
          <li key={point} className="flex gap-2 text-ink-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-gain" />
            {point}
          </li>
        ))}
      </ul>
    </div>
  )
}
