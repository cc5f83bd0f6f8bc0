import { CircleQuestionMark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { screenMessages } from '@lotbook/contract'
import { IconButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { SourceFinder } from './SourceSearch.tsx'

const HelpDialog = lazy(async () => ({ default: (await import('./HelpDialog.tsx')).HelpDialog }))

/** Cards that a page shows before anybody searches. */
const MOST = 20

/** The search for a source as a part of a page, for whoever has nothing imported yet. */
export function FindSource() {
  const [hasHelp, setHelp] = useState(false)
  return (
    <Card
      title={screenMessages.search.title}
      actions={
        <IconButton label={screenMessages.search.helpTitle} onClick={() => setHelp(true)}>
          <CircleQuestionMark aria-hidden="true" className="size-4" />
        </IconButton>
      }
    >
      <SourceFinder most={MOST} />
      <Suspense>{hasHelp && <HelpDialog onClose={() => setHelp(false)} />}</Suspense>
    </Card>
  )
}
