import { CircleCheck, Search, TriangleAlert } from 'lucide-react'
import { messages } from '@lotbook/contract'
import { cx } from '../../ui/cx.ts'
import { SourceLogo } from '../../ui/SourceLogo.tsx'

/*
 * Pictures beside the three steps: pieces of the screens they tell of, with nothing to press. They are hidden from who
 * hears the page; the text beside each says the same.
 */

export function ImportPicture() {
  const sources = ['Coinbase', 'Kraken', 'Gemini', 'Ledger Live', 'MetaMask', 'Exodus']
  return (
    <div className="p-4 md:p-6">
      <div className="mb-4 flex h-12 items-center gap-3 rounded-control border border-line-strong px-3 text-ink-3">
        <Search className="size-4 shrink-0" />
        <span className="truncate">{messages.import.searchPlaceholder}</span>
      </div>
      <div className="grid grid-cols-2 gap-2.5">
        {sources.map((name) => (
          <span
            key={name}
            className="flex items-center gap-2.5 rounded-[9px] border border-line px-2.5 py-2 text-table font-medium whitespace-nowrap"
          >
            <SourceLogo slug={name.toLowerCase()} name={name} small />
            {name}
          </span>
        ))}
      </div>
    </div>
  )
}

export function ReviewPicture() {
  const items = [
    { title: 'Missing cost basis', text: 'Sold 1.2 ETH, Mar 03', effect: '≤ $2,880.00' },
    { title: 'Transfer not matched', text: '0.5 BTC left Coinbase', effect: '≤ $810.00' },
    { title: 'Unknown type', text: '6 alike, from one sender', effect: '≤ $210.00' },
  ]
  return (
    <div className="pt-5">
      <p className="flex justify-between px-4 pb-3 md:px-5.5">
        <span className="font-semibold">14 to review</span>
        <span className="text-caption text-ink-3">largest effect first</span>
      </p>
      {items.map(({ title, text, effect }, at) => (
        <div
          key={title}
          className={cx(
            'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 border-t border-rule px-4 py-3.5 text-table md:px-5.5',
            at === 0 && 'bg-accent-soft',
          )}
        >
          <TriangleAlert className="size-4 text-warn" />
          <span>
            <span className="block font-medium">{title}</span>
            <span className={cx('block text-caption', at === 0 ? 'text-ink-2' : 'text-ink-3')}>{text}</span>
          </span>
          <span className="font-semibold whitespace-nowrap">{effect}</span>
        </div>
      ))}
    </div>
  )
}

export function FormsPicture() {
  const pages = [
    { name: 'Schedule D', turn: '-translate-x-[88%] -rotate-6' },
    { name: 'Form 8949', turn: '-translate-x-1/2' },
  ]
  return (
    <div className="relative h-full bg-quiet">
      {pages.map(({ name, turn }) => (
        <div
          key={name}
          className={`absolute top-7 left-1/2 h-[230px] w-[180px] rounded-[4px] border border-line bg-surface p-4 shadow-menu ${turn}`}
        >
          <p className="mb-3 flex justify-between border-b border-ink-2 pb-1.5 text-caption font-semibold">
            {name} <span className="font-normal text-ink-3">2025</span>
          </p>
          {[62, 48, 70, 55, 66, 50, 58].map((width) => (
            <p key={width} className="mb-3 flex justify-between">
              <span className="h-1.5 rounded-full bg-sunken" style={{ width: `${width.toString()}%` }} />
              <span className="h-1.5 w-[18%] rounded-full bg-mute" />
            </p>
          ))}
        </div>
      ))}
      <p className="absolute bottom-4 left-1/2 flex -translate-x-1/2 items-center gap-2 rounded-full border border-line bg-raised px-3.5 py-2 text-table font-medium whitespace-nowrap shadow-menu">
        <CircleCheck className="size-4 text-gain" /> Totals agree to the cent
      </p>
    </div>
  )
}
