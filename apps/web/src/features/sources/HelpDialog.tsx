import { Layers, Tags } from 'lucide-react'
import { screenMessages } from '@lotbook/contract'
import { Dialog } from '../../ui/Dialog.tsx'

const tips = [
  {
    Icon: Layers,
    title: 'Import all of your accounts',
    text: 'Every exchange, wallet and file, closed ones too. Each coin you sold was bought or received somewhere: without that side, its cost is unknown and your gain looks larger than it is.',
  },
  {
    Icon: Tags,
    title: 'Categorise correctly',
    text: 'Say what each transaction was: a purchase, a reward, a gift, a transfer between your own wallets. Each is taxed differently, and moving your own coins is not a sale.',
  },
]

/** The two things that make reports right. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={screenMessages.search.helpTitle} width="medium">
      <ol className="grid gap-4">
        {tips.map(({ Icon, title, text }) => (
          <li key={title} className="flex items-start gap-4">
            <span className="flex size-10 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent">
              <Icon aria-hidden="true" className="size-5" />
            </span>
            <div>
              <p className="font-semibold">{title}</p>
              <p className="mt-0.5 text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
