import { useState } from 'react'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { RadioTiles } from '../../ui/RadioTiles.tsx'

type Way = 'turbotax' | 'program' | 'accountant'

const WAYS: readonly { readonly value: Way; readonly title: string; readonly text: string }[] = [
  { value: 'turbotax', title: 'TurboTax', text: 'Files with the columns it reads.' },
  { value: 'program', title: 'Another program', text: 'TaxAct, H&R Block, FreeTaxUSA, Drake and others.' },
  { value: 'accountant', title: 'My accountant', text: 'One packet, or a view of your books.' },
]

const STEPS: Readonly<Record<Way, readonly string[]>> = {
  turbotax: [
    'Download TurboTax Online under Forms and files, For tax software. TurboTax Desktop reads TXF instead.',
    'Follow the steps in the download: your brokers’ forms first, then the files, then the rows to enter by hand.',
    'Compare the totals with Schedule D before you file.',
  ],
  program: [
    'Download the files for your program under Forms and files, For tax software. Steps and limits come with them.',
    'Import the files, or type in the totals of each box and attach the statement.',
    'Compare the totals with Schedule D before you file.',
    'Answer the digital asset question as shown under Where the figures go.',
  ],
  accountant: [
    'Send the packet: it has every form and the trail behind each line.',
    'Or invite them to your books. They see results and forms, and you see what they do.',
  ],
}

/** How the figures get from here into a return: Lotbook itself sends nothing to the IRS. */
export function WaysToFile() {
  const [way, setWay] = useState<Way>('turbotax')
  return (
    <Card title="How do you file?">
      <RadioTiles legend="How do you file?" hideLegend tiles={WAYS} value={way} onChange={setWay} />
      <ol className="mt-4 grid list-decimal gap-1.5 pl-5">
        {STEPS[way].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {way === 'accountant' && (
        <p className="mt-4">
          <ButtonLink to="/work_with_tax_pro">Invite your tax professional</ButtonLink>
        </p>
      )}
      <p className="mt-4 text-table text-ink-2">
        Lotbook prints the forms and sends nothing to the IRS: you file with your program or your accountant.
      </p>
    </Card>
  )
}
