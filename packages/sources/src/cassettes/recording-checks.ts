import type { Reading } from '../reading/outcome.ts'
import type { Redactor } from './redactor.ts'

/** Events that another history would be: their number, moments, kinds, assets and flags. */
export function otherShape(before: Reading, after: Reading): readonly string[] {
  const shapeOf = ({ transactions, errors, skipped }: Reading): readonly string[] => [
    ...transactions
      .map(({ at, type, subType, from, to, fee, flags }) =>
        [new Date(at).toISOString(), type, subType, from?.asset, to?.asset, fee?.asset, ...flags].join(' '),
      )
      .toSorted(),
    `${errors.length} errors, ${skipped.length} skipped`,
  ]
  const [one, other] = [shapeOf(before), shapeOf(after)]
  return one
    .flatMap((line, n) =>
      other[n] === line
        ? []
        : [`With its values replaced the history reads otherwise: ${other[n] ?? 'nothing'}, not ${line}`],
    )
    .slice(0, 3)
}

/** Figures and letters that tell nobody anything are not looked for. */
const TELLING = 5

/** Values of the person's own that stand in the text all the same. */
export function leaks(
  text: string,
  { replaced }: Redactor,
  secrets: readonly string[],
  { transactions, balances }: Reading,
): readonly string[] {
  const words = new Set(text.match(/[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*/g))
  const figures = new Set([...words].filter((word) => /^[\d.]+$/.test(word)).map(figuresOf))
  const isTelling = (value: string, kind: string) =>
    kind === 'amount' ? figuresOf(value).length >= TELLING : value.length > TELLING
  const found = [...replaced].filter(
    ([value, { kind }]) => isTelling(value, kind) && words.has(value.replace(/^[+-]/, '')),
  )
  const amounts = [
    ...transactions.flatMap(({ from, to, fee }) => [from, to, fee].map((leg) => leg?.amount ?? '')),
    ...balances.map(({ quantity }) => quantity),
  ].filter((amount) => figuresOf(amount).length > TELLING && figures.has(figuresOf(amount)))
  const own = secrets.filter(
    (secret) => secret.length > TELLING && text.toLowerCase().includes(secret.toLowerCase()),
  )
  return [
    ...found.map(
      ([value, { kind }]) => `The ${kind} ${value} of the original would still stand in the recording.`,
    ),
    ...amounts.map((amount) => `The amount ${amount} of the original would still stand in the recording.`),
    ...own.map(() => 'Your key or address would still stand in the recording.'),
  ].slice(0, TELLING)
}

/** The figures of an amount, however it is scaled. */
const figuresOf = (amount: string): string => amount.replaceAll(/\D/g, '').replaceAll(/^0+|0+$/g, '')
