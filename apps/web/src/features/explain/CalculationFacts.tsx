import { type Explanation, paths } from '@lotbook/contract'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { DateTime } from '../../ui/Values.tsx'

/** The calculation that a figure is of, so that it can be made again. */
export function CalculationFacts({ calculation }: { calculation: NonNullable<Explanation['calculation']> }) {
  const { id, engine_version, rules_version, method, pool, finished_at } = calculation
  const facts = [
    ['Calculated', <DateTime key="at" instant={finished_at} zone />],
    ['Method', method.toUpperCase()],
    ['Lots before 2025', pool === 'universal' ? 'Universal pool' : 'Per account'],
    ['Engine', engine_version],
    ['Rules', rules_version],
    [
      'Id',
      <span key="id" className="flex items-center gap-1">
        <span className="min-w-0 font-mono text-caption break-all">{id}</span>
        <CopyButton text={id} label="Copy calculation id" />
      </span>,
    ],
  ] as const
  return (
    <>
      <dl className="grid gap-1">
        {facts.map(([name, value]) => (
          <div
            key={name}
            className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-2 sm:grid-cols-[8rem_minmax(0,1fr)]"
          >
            <dt className="text-ink-2">{name}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2">
        <TextLink to={paths.tax}>Method and settings</TextLink>
      </p>
    </>
  )
}
