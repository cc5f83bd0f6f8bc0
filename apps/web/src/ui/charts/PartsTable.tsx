import { Figure } from '../Figure.tsx'
import { PlainHead } from '../PlainHead.tsx'
import { Money, Percent } from '../Values.tsx'
import { byValue, isUnpriced, type Part, totalOf } from './parts.ts'

/** The table twin of parts of a whole. */
export function PartsTable({
  caption,
  parts,
  currency,
}: {
  caption: string
  parts: readonly Part[]
  currency: string
}) {
  const total = totalOf(parts)
  return (
    <table className="w-full text-table">
      <caption className="sr-only">{caption}</caption>
      <PlainHead names={['Name', 'Value', 'Share']} />
      <tbody>
        {byValue(parts).map((part) => (
          <tr key={part.id} className="border-b border-line">
            <th scope="row" className="h-8 px-2 text-left font-normal sm:px-3">
              {part.label}
            </th>
            <td className="px-2 text-right sm:px-3">
              <Figure label={part.label} handle={part.handle}>
                <Money amount={isUnpriced(part) ? null : part.value} currency={currency} />
              </Figure>
            </td>
            <td className="px-2 text-right sm:px-3">
              <Percent part={part.value} whole={total} reason="The total is zero." />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot className="font-semibold">
        <tr>
          <th scope="row" className="h-9 px-2 text-left sm:px-3">
            All
          </th>
          <td className="px-2 text-right sm:px-3">
            <Money amount={total} currency={currency} />
          </td>
          <td className="px-2 text-right sm:px-3">
            <Percent part={total} whole={total} reason="The total is zero." />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
