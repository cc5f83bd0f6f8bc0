import { paths } from '@lotbook/contract'
import { findingWords } from '../transactions/finding-words.ts'
import { TextLink } from '../../ui/Link.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

/** The open findings that a figure rests on, linked to the review queue while they can still be decided. */
export function OpenMark({ open, leads }: { open: readonly string[]; leads: boolean }) {
  const [first, ...more] = open
  if (first === undefined) return null
  const mark = (
    <>
      <StatusBadge look="warn" label={findingWords(first).mark} wraps />
      {more.length > 0 && <span className="whitespace-nowrap"> +{more.length}</span>}
    </>
  )
  return leads ? <TextLink to={`${paths.transactions}?review=true&kind=${first}`}>{mark}</TextLink> : mark
}
