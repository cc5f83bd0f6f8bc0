import { Card } from '../../ui/Card.tsx'

/** Plans pay for running it; who runs it needs none. */
export function OnOwnMachine() {
  return (
    <Card title="Or run it yourself for free">
      <div className="grid items-center gap-x-8 gap-y-4 lg:grid-cols-[1fr_26rem]">
        <p className="max-w-prose text-ink-2">
          Lotbook is free software under the AGPL. On your own machine it has the same engine, forms and
          checks, no limit on transactions, and works with the network off. Plans pay for running it for you.
        </p>
        <p className="rounded-control bg-sunken px-5 py-4 font-mono text-table">
          $ npm start
          <span className="block text-ink-2">installs, builds, brings up its own database, serves</span>
        </p>
      </div>
    </Card>
  )
}
