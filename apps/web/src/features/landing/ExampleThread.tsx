import type { ReactNode } from 'react'
import { FileText } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { Total } from '../../ui/Total.tsx'
import { Gain, Money, Quantity } from '../../ui/Values.tsx'

const USD = 'USD'
/** Where the thread leaves a sheet or comes to the next. */
const ENDS = [
  [884, 201],
  [834, 300],
  [726, 477],
  [632, 571],
  [620, 731],
  [1080, 838],
] as const

/** Disposals of the example: 0.7 ETH are followed down to their row. The last line is the sum of those not shown. */
const DISPOSALS = [
  { amount: '0.00917416', asset: 'BTC', sold: 'Jan 14', proceeds: '904.31', cost: '300.00', gain: '604.31' },
  { amount: '600', asset: 'ADA', sold: 'Jan 20', proceeds: '451.34', cost: '217.08', gain: '234.26' },
  { amount: '0.7', asset: 'ETH', sold: 'Jan 20', proceeds: '2296.14', cost: '881.70', gain: '1414.44' },
  { amount: '600', asset: 'USDT', sold: 'Apr 07', proceeds: '599.55', cost: '608.89', gain: '-9.34' },
] as const

/** One figure opened down to the row it came from, on the parts of the product itself. It says that it is an example. */
export function ExampleThread() {
  return (
    <figure className="min-[1300px]:pointer-events-none min-[1300px]:absolute min-[1300px]:inset-x-6 min-[1300px]:inset-y-0 max-[1299px]:grid max-[1299px]:grid-cols-[minmax(0,1fr)] max-[1299px]:content-start max-[1299px]:gap-7 max-lg:max-w-[560px]">
      <svg
        aria-hidden="true"
        viewBox="0 0 1232 984"
        width="1232"
        height="984"
        className="absolute top-0 left-0 fill-none stroke-accent stroke-2 max-[1299px]:hidden"
      >
        <path d="M884 201H862C834 201 834 223 834 245V300" />
        <path d="M726 477H704C668 477 690 571 652 571H632" />
        <path d="M620 731H1044C1074 731 1080 745 1080 769V838" />
        {ENDS.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="4.5" className="fill-surface" />
        ))}
      </svg>
      <Sheet
        title="2025"
        aside="the form says"
        place="min-[1300px]:left-[872px] min-[1300px]:top-3 min-[1300px]:w-[360px]"
      >
        <p className="text-table text-ink-3">Net gain</p>
        <p className="mb-2.5 text-[32px] leading-10 font-semibold tracking-[-0.028em] md:text-[40px] md:leading-12">
          <Gain amount="12480.10" currency={USD} large />
        </p>
        <dl className="grid">
          <Row name="Short-term">
            <Money amount="2140.10" currency={USD} signed />
          </Row>
          <Row name="Long-term" isOn>
            <Money amount="10340.00" currency={USD} signed />
          </Row>
        </dl>
      </Sheet>

      <Sheet
        title="Long-term"
        aside="275 disposals"
        place="min-[1300px]:left-[714px] min-[1300px]:top-[300px] min-[1300px]:w-[500px]"
      >
        <table className="w-full text-caption sm:text-table [&_td]:py-[7px] [&_td]:whitespace-nowrap [&_td:not(:first-child)]:pl-2 [&_td:not(:first-child)]:text-right">
          <thead className="text-caption text-ink-3">
            <tr>
              <th scope="col" className="pb-1.5 text-left font-medium">
                Asset
              </th>
              <th scope="col" className="pb-1.5 text-right font-medium max-md:hidden">
                Sold
              </th>
              <th scope="col" className="pb-1.5 text-right font-medium">
                Proceeds
              </th>
              <th scope="col" className="pb-1.5 text-right font-medium max-sm:hidden">
                Cost
              </th>
              <th scope="col" className="pb-1.5 text-right font-medium">
                Gain
              </th>
            </tr>
          </thead>
          <tbody>
            {DISPOSALS.map(({ amount, asset, sold, proceeds, cost, gain }) => (
              <tr
                key={asset}
                className={cx('border-t border-rule', asset === 'ETH' && 'bg-accent-soft font-semibold')}
              >
                <td>
                  <Quantity amount={amount} ticker={asset} />
                </td>
                <td className="max-md:hidden">{sold}</td>
                <td>
                  <Money amount={proceeds} currency={USD} />
                </td>
                <td className="max-sm:hidden">
                  <Money amount={cost} currency={USD} />
                </td>
                <td>
                  <Gain amount={gain} currency={USD} />
                </td>
              </tr>
            ))}
            <tr className="border-t border-rule text-ink-3">
              <td>and 271 more</td>
              <td className="max-md:hidden">–</td>
              <td>
                <Money amount="28712.25" currency={USD} />
              </td>
              <td className="max-sm:hidden">
                <Money amount="20615.92" currency={USD} />
              </td>
              <td>
                <Gain amount="8096.33" currency={USD} />
              </td>
            </tr>
          </tbody>
          <tfoot className="font-semibold">
            <tr className="border-t border-ink-2">
              <td>275</td>
              <td className="max-md:hidden">–</td>
              <td>
                <Total>
                  <Money amount="32963.59" currency={USD} />
                </Total>
              </td>
              <td className="max-sm:hidden">
                <Total>
                  <Money amount="22623.59" currency={USD} />
                </Total>
              </td>
              <td>
                <Total>
                  <Gain amount="10340.00" currency={USD} />
                </Total>
              </td>
            </tr>
          </tfoot>
        </table>
      </Sheet>

      <Sheet
        title="One lot"
        aside="first in, first out"
        place="min-[1300px]:left-[290px] min-[1300px]:top-[544px] min-[1300px]:w-[342px]"
      >
        <div aria-hidden="true" className="mb-2 flex h-7 overflow-hidden rounded-[4px] text-caption">
          <span className="w-[49%] bg-[image:var(--hatch-accent)]" />
          <span className="flex grow items-center justify-end bg-accent px-2 font-medium text-on-accent">
            0.7 ETH
          </span>
          <span className="w-1.5 bg-gain-fill" />
        </div>
        <p className="mb-3 flex justify-between gap-2 text-caption text-ink-3">
          <span>Bought Jan 05, 2023</span>
          <span>Sold Jan 20, 2025</span>
        </p>
        <dl className="grid text-table">
          <Row name="Proceeds, after its fee">
            <Money amount="2296.14" currency={USD} />
          </Row>
          <Row name="Cost, with its fee" isOn>
            <Money amount="-881.70" currency={USD} />
          </Row>
          <div className="flex justify-between gap-3 border-t border-ink-2 py-1.5 font-semibold">
            <dt>Gain</dt>
            <dd>
              <Gain amount="1414.44" currency={USD} />
            </dd>
          </div>
        </dl>
      </Sheet>

      <div className="relative rounded-[12px] border border-panel-edge bg-panel py-3 font-mono text-on-panel-2 shadow-menu max-[1299px]:before:absolute max-[1299px]:before:-top-7 max-[1299px]:before:left-8 max-[1299px]:before:h-7 max-[1299px]:before:w-0.5 max-[1299px]:before:bg-accent min-[1300px]:absolute min-[1300px]:top-[838px] min-[1300px]:left-[432px] min-[1300px]:w-[800px]">
        <p className="flex flex-wrap items-center gap-x-2 border-b border-panel-rule px-4 pb-3 text-table text-on-panel md:px-5.5">
          <FileText aria-hidden="true" className="size-4" />
          coinbase-2023.csv
          <span className="font-sans text-caption text-on-panel-2 sm:ml-auto">line 412, as it came</span>
        </p>
        <ol className="pt-2.5 text-caption md:text-table">
          <FileLine number={411} isDesk>
            2023-01-04T19:31:52Z,Receive,ETH,0.05000000,USD,1256.40,62.82,62.82,0.00
          </FileLine>
          <FileLine number={412} isOn>
            2023-01-05T14:02:11Z,Buy,<Marked>ETH</Marked>,<Marked>0.70000000</Marked>,USD,1252.10,876.47,
            <Marked>881.70</Marked>,5.23
          </FileLine>
          <FileLine number={413} isDesk>
            2023-01-05T14:40:06Z,Send,BTC,0.01200000,USD,16838.75,202.07,202.07,0.00
          </FileLine>
        </ol>
      </div>
      <figcaption className="text-table text-ink-3 min-[1300px]:absolute min-[1300px]:bottom-1.5 min-[1300px]:left-0 min-[1300px]:w-[300px]">
        An example year, not a customer’s. In your account, each figure is a button that opens what is behind
        it.
      </figcaption>
    </figure>
  )
}

interface SheetProps {
  readonly title: string
  readonly aside: string
  readonly place: string
  readonly children: ReactNode
}

function Sheet({ title, aside, place, children }: SheetProps) {
  return (
    <section
      aria-label={title}
      className={`relative rounded-[12px] border border-line bg-surface p-4 shadow-menu not-first-of-type:max-[1299px]:before:absolute not-first-of-type:max-[1299px]:before:-top-7 not-first-of-type:max-[1299px]:before:left-8 not-first-of-type:max-[1299px]:before:h-7 not-first-of-type:max-[1299px]:before:w-0.5 not-first-of-type:max-[1299px]:before:bg-accent md:px-5.5 md:pt-4.5 md:pb-5 min-[1300px]:absolute ${place}`}
    >
      <p className="mb-3 flex items-center justify-between gap-2 border-b border-rule pb-3 text-table font-semibold">
        {title}
        <span className="text-caption font-normal text-ink-3">{aside}</span>
      </p>
      {children}
    </section>
  )
}

function Row({
  name,
  isOn = false,
  children,
}: {
  readonly name: string
  readonly isOn?: boolean
  readonly children: ReactNode
}) {
  return (
    <div
      className={cx(
        'flex justify-between gap-3 py-1.5',
        isOn && '-mx-2.5 rounded-control bg-accent-soft px-2.5 font-semibold text-accent',
      )}
    >
      <dt>{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

function FileLine({
  number,
  isOn = false,
  isDesk = false,
  children,
}: {
  readonly number: number
  readonly isOn?: boolean
  /** Shown beside the line that matters only where there is room. */
  readonly isDesk?: boolean
  readonly children: ReactNode
}) {
  return (
    <li
      className={cx(
        'grid grid-cols-[36px_minmax(0,1fr)] gap-2 px-4 py-1.5 wrap-anywhere md:px-5.5',
        isOn && 'bg-panel-mark text-on-panel',
        isDesk && 'max-[1299px]:hidden',
      )}
    >
      <span aria-hidden="true">{number}</span>
      <span>{children}</span>
    </li>
  )
}

const Marked = ({ children }: { readonly children: ReactNode }) => (
  <mark className="bg-transparent text-on-panel underline decoration-1 underline-offset-4">{children}</mark>
)
