import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AllocationChoice, AssetUnits, PositionAsset } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import type { OwnRule } from './AccountOrder.tsx'
import { typedFromRule, typedFromUnits, type TypedUnits } from './typed-units.ts'
import { UnitsTable } from './UnitsTable.tsx'

/** One asset that is allocated by hand, with what was typed. */
export interface HandMade {
  readonly units: AssetUnits
  readonly typed: TypedUnits
}

export interface UnitsByHandProps {
  readonly assets: readonly PositionAsset[]
  readonly rule: OwnRule
  readonly handMade: Readonly<Record<string, HandMade>>
  /** Units by hand of the last comparison. */
  readonly kept: AllocationChoice['units']
  /** Undefined leaves the asset to the rule again. */
  readonly onChange: (asset: string, next: HandMade | undefined) => void
}

/** Choose an asset, see where the rule attaches its lots, and change that unit by unit. */
export function UnitsByHand(props: UnitsByHandProps) {
  const { assets, handMade, kept } = props
  const choices = assets.filter(({ lots, held }) => lots > 0 && held.length > 0)
  const [asset, setAsset] = useState('')
  const isByHand = (one: string) => one in handMade || kept.some((unit) => unit.asset === one)
  return (
    <div className="grid gap-4">
      <p className="max-w-[80ch] text-ink-2">
        An asset that you open here follows the units you enter; all others follow the rule above. Each
        account receives exactly what it held.
      </p>
      <div className="w-full max-w-72">
        <Field label="Asset">
          <Select value={asset} onChange={(event) => setAsset(event.target.value)}>
            <option value="">Choose an asset</option>
            {choices.map((one) => (
              <option key={one.asset} value={one.asset}>
                {one.symbol}
                {isByHand(one.asset) ? ', by hand' : ''}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {asset !== '' && <UnitsOf key={asset} asset={asset} {...props} />}
    </div>
  )
}

function UnitsOf({
  asset,
  rule,
  handMade,
  kept,
  onChange,
}: Omit<UnitsByHandProps, 'assets'> & { readonly asset: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...laterApi.safeHarbor.units.queryOptions({
      input: { asset, order: rule.order, accounts: rule.accounts.map(({ id }) => id).join() },
    }),
    select: (answer) => answer.data,
    placeholderData: (before) => before,
  })
  if (data === undefined) {
    return error === null ? (
      <Loading label="the lots">
        <Skeleton className="h-48 w-full" />
      </Loading>
    ) : (
      <ErrorState
        title="The lots could not be loaded"
        text={toApiError(error).message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  const before = kept.filter((unit) => unit.asset === asset)
  const typed = handMade[asset]?.typed ?? (before.length > 0 ? typedFromUnits(before) : typedFromRule(data))
  const isByHand = asset in handMade || before.length > 0
  return (
    <div className="grid gap-4">
      <UnitsTable
        units={data}
        typed={typed}
        onChange={(next) => onChange(asset, { units: data, typed: next })}
      />
      {isByHand && (
        <p>
          <Button onClick={() => onChange(asset, undefined)}>Leave {data.symbol} to the rule</Button>
        </p>
      )}
    </div>
  )
}
