import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { LabsPeriod, ResearchPortfolio } from '@lotbook/contract'
import { formatDecimal, minus } from '@lotbook/money'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Coin } from '../../ui/Coin.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { formatPercentOf } from '../../ui/format/format-percent.ts'
import { Link } from '../../ui/Link.tsx'
import { Gain, Money, Quantity } from '../../ui/Values.tsx'
import { AssetDialog } from './AssetForm.tsx'
import { lastPeriod } from './LabsFrame.tsx'
import { NameForm } from './NameForm.tsx'
import { Change, pricePagePath } from './PricedRow.tsx'
import type { PortfolioAsset, Portfolios } from './use-portfolios.ts'

export interface PortfolioCardProps {
  readonly portfolio: ResearchPortfolio
  readonly currency: string
  readonly period: LabsPeriod
  readonly portfolios: Portfolios
}

/** A research portfolio: what it would be worth, how that changed, and the assets in it. */
export function PortfolioCard({ portfolio, currency, period, portfolios }: PortfolioCardProps) {
  const [open, setOpen] = useState<'rename' | 'delete' | 'add' | PortfolioAsset>()
  const { name, assets } = portfolio
  const close = () => setOpen(undefined)
  const edited = typeof open === 'object' ? open : undefined
  return (
    <Card
      title={<span className="break-words">{name}</span>}
      flush
      actions={
        <span className="flex items-center gap-1">
          <IconButton label={`Rename ${name}`} onClick={() => setOpen('rename')}>
            <Pencil aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton label={`Delete ${name}`} onClick={() => setOpen('delete')}>
            <Trash2 aria-hidden="true" className="size-4" />
          </IconButton>
        </span>
      }
    >
      <div className="px-card pb-4">
        {assets.length === 0 ? (
          <p className="text-ink-2">No assets yet. Add one with a quantity to see what it would be worth.</p>
        ) : (
          <Worth portfolio={portfolio} currency={currency} period={period} />
        )}
      </div>
      {assets.length > 0 && (
        <ul aria-label={`Assets of ${name}`} className="divide-y divide-rule border-t border-line">
          {assets.map((asset) => (
            <li key={asset.asset_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-card py-2">
              <Coin name={asset.ticker} asset={asset.asset_id} small />
              <Link
                to={pricePagePath(asset, period)}
                className="min-w-0 grow basis-24 rounded-control hover:underline"
              >
                <span className="block font-medium wrap-anywhere">{asset.name}</span>
                <span className="block text-caption text-ink-3">
                  <Quantity amount={asset.quantity} ticker={asset.ticker} />
                </span>
              </Link>
              <span className="text-right">
                <span className="block">
                  <Money amount={asset.value} currency={currency} />
                </span>
                {asset.price !== null && (
                  <span className="block text-caption text-ink-2">
                    <Change asset={asset} />
                  </span>
                )}
              </span>
              <span className="flex">
                <IconButton label={`Change ${asset.ticker} in ${name}`} onClick={() => setOpen(asset)}>
                  <Pencil aria-hidden="true" className="size-4" />
                </IconButton>
                <IconButton
                  label={`Remove ${asset.ticker} from ${name}`}
                  onClick={() => portfolios.removeAsset(portfolio, asset)}
                >
                  <Trash2 aria-hidden="true" className="size-4" />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="border-t border-line px-card py-3">
        <Button
          size="small"
          icon={<Plus aria-hidden="true" className="size-4" />}
          aria-label={`Add an asset to ${name}`}
          onClick={() => setOpen('add')}
        >
          Add an asset
        </Button>
      </div>

      {open === 'rename' && (
        <Dialog isOpen onClose={close} title={`Rename ${name}`} width="narrow">
          <NameForm
            before={name}
            submit="Rename"
            onSubmit={(changed) => portfolios.rename(portfolio, changed)}
            onClose={close}
          />
        </Dialog>
      )}
      <ConfirmDialog
        isOpen={open === 'delete'}
        title={`Delete ${name}`}
        text={`${assets.length.toString()} ${assets.length === 1 ? 'asset goes' : 'assets go'} with it. Your holdings and taxes stay as they are.`}
        confirm="Delete"
        isDestructive
        onConfirm={() => {
          close()
          portfolios.remove(portfolio)
        }}
        onClose={close}
      />
      {(open === 'add' || edited !== undefined) && (
        <AssetDialog
          portfolio={name}
          before={edited}
          onSave={(asset) =>
            portfolios.setAsset(
              portfolio,
              asset,
              // One that is added may be there already: then its quantity is what Undo puts back.
              assets.find(({ asset_id }) => asset_id === asset.asset_id),
            )
          }
          onClose={close}
        />
      )}
    </Card>
  )
}

/** The value today of what has a price, and its change over the period as far as both ends are known. */
function Worth({ portfolio, currency, period }: Omit<PortfolioCardProps, 'portfolios'>) {
  const { value, unpriced, assets, compared, compared_value: now, compared_value_before: before } = portfolio
  const change =
    now === null || before === null ? undefined : formatDecimal(minus(readAmount(now), readAmount(before)))
  const percent = change === undefined || before === null ? undefined : formatPercentOf(change, before)
  const count = assets.length.toString()
  return (
    <>
      <p className="text-display font-semibold tracking-tight">
        <Money amount={value} currency={currency} large />
      </p>
      <p className="text-table text-ink-2">
        {change === undefined ? (
          `No change over ${lastPeriod(period)} is known.`
        ) : (
          <>
            <Gain amount={change} currency={currency} />
            {percent !== undefined && ` (${percent})`} over {lastPeriod(period)}
            {compared < assets.length &&
              `, counting the ${compared.toString()} of ${count} assets with a known price from both ends`}
          </>
        )}
      </p>
      {unpriced > 0 && (
        <p className="text-table text-warn">
          {unpriced.toString()} of {count} {assets.length === 1 ? 'asset' : 'assets'}{' '}
          {unpriced === 1 ? 'has no price and is' : 'have no price and are'} not in the total.
        </p>
      )}
    </>
  )
}
