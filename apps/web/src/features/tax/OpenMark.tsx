import { paths } from '@lotbook/contract'
import { findingWords } from '../../app/finding-words.ts'
import { TextLink } from '../../ui/Link.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

/** What a figure rests on that nobody has decided yet, with the way to where it is decided. */
export function OpenMark({ open }: { open: readonly string[] }) {
  const [first, ...more] = open
  if (first === undefined) return null
  const { mark } = findingWords(first)
  return (
    <TextLink to={`${paths.transactions}?review=true&kind=${first}`}>
      <StatusBadge look="warn" label={mark} wraps />
      {more.length > 0 && <span className="whitespace-nowrap"> +{more.length}</span>}
    </TextLink>
  )
}
