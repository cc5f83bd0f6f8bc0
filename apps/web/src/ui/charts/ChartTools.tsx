import { Download, Table2 } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '../Button.tsx'
import { Menu } from '../Menu.tsx'
import { toastFailed } from '../toast-store.ts'
import { type ChartData, chartCsv, fileStem } from './chart-data.ts'
import { saveFile } from './save-file.ts'

export interface ChartToolsProps {
  readonly title: string
  /** The sentence of the chart, which stands under its title in the picture. */
  readonly summary: string
  readonly data: ChartData
  /** Around the drawing; the picture is made of it, or of the bars of `data` where it draws none. */
  readonly drawing: RefObject<HTMLElement | null>
  /** Whether the table is shown in place of the drawing; left out where the chart is its own table. */
  readonly isTable?: boolean
  readonly onTable?: (isTable: boolean) => void
}

/** What every chart offers: its table, its data as a file, and itself as a picture. */
export function ChartTools({ title, summary, data, drawing, isTable = false, onTable }: ChartToolsProps) {
  const save = async () => {
    try {
      const { savePicture } = await import('./save-picture.ts')
      await savePicture({ title, summary, data, drawing: drawing.current })
    } catch {
      toastFailed('The picture could not be made. The table has the same figures.')
    }
  }
  return (
    <span className="flex shrink-0 gap-1">
      {onTable !== undefined && (
        <Button
          size="small"
          look="quiet"
          aria-pressed={isTable}
          icon={<Table2 aria-hidden="true" className="size-4" />}
          onClick={() => onTable(!isTable)}
        >
          Table
        </Button>
      )}
      <Menu
        align="end"
        items={[
          {
            kind: 'action',
            label: 'Export CSV',
            onSelect: () =>
              saveFile(new Blob([chartCsv(data)], { type: 'text/csv' }), `${fileStem(title)}.csv`),
          },
          { kind: 'action', label: 'Save PNG', onSelect: () => void save() },
        ]}
        trigger={(props) => (
          <Button
            size="small"
            look="quiet"
            aria-label={`${title} as a file`}
            icon={<Download aria-hidden="true" className="size-4" />}
            {...props}
          />
        )}
      />
    </span>
  )
}
