import { useState } from 'react'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { RadioTiles } from '../../ui/RadioTiles.tsx'

type Way = 'turbotax' | 'program' | 'accountant'

const WAYS: readonly { readonly value: Way; readonly title: string; readonly text: string }[] = [
  { value: 'turbotax', title: 'TurboTax', text: 'One file with the columns it reads.' },
  { value: 'program', title: 'Another program', text: 'TaxAct, H&R Block, FreeTaxUSA and others.' },
  { value: 'accountant', title: 'My accountant', text: 'One packet, or a view of your books.' },
]

const STEPS: Readonly<Record<Way, readonly string[]>> = {
  turbotax: [
    'Download the TurboTax file under Forms and files. Rows that it cannot carry are listed beside it, to be typed in.',
    'In TurboTax choose Wages & Income, Investments, then upload the file as crypto sales.',
    'Compare the totals with Schedule D before you file.',
  ],
  program: [
    'Download Form 8949 as CSV, and as PDF for your records.',
    'Enter the totals of each box as Schedule D shows them, and attach Form 8949 where the program asks for it.',
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
