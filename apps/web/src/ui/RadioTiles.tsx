import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export interface Tile<Value extends string> {
  readonly value: Value
  readonly title: string
  readonly text?: string
  readonly icon?: ReactNode
}

export interface RadioTilesProps<Value extends string> {
  readonly legend: string
  readonly hideLegend?: boolean
  readonly tiles: readonly Tile<Value>[]
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
  readonly columns?: 1 | 2 | 3
}

/** One of a few ways, each with a sentence about it. Real radio buttons: arrows move, Space chooses. */
export function RadioTiles<Value extends string>(props: RadioTilesProps<Value>) {
  const { legend, hideLegend = false, tiles, value, onChange, columns = 1 } = props
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className={hideLegend ? 'sr-only' : 'mb-2 text-body font-medium'}>{legend}</legend>
      <div className={cx('grid gap-2', columns === 2 && 'sm:grid-cols-2', columns === 3 && 'sm:grid-cols-3')}>
        {tiles.map((tile) => (
          <label
            key={tile.value}
            className="flex items-start gap-3 rounded-card border border-line bg-surface p-3 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name={name}
              value={tile.value}
              checked={tile.value === value}
              onChange={() => onChange(tile.value)}
              className="mt-0.5 size-4 shrink-0 accent-accent focus-visible:shadow-none focus-visible:outline-none"
            />
            <span className="min-w-0 grow wrap-anywhere">
              <span className="block font-medium">{tile.title}</span>
              {tile.text !== undefined && <span className="block text-table text-ink-2">{tile.text}</span>}
            </span>
            {tile.icon}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
