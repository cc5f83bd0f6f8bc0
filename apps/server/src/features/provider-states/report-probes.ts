import type { ProviderName } from '@lotbook/sources'
import type { ProviderReport } from './probe-providers.ts'

/** A table for a terminal with a line for each provider, those that need somebody first. */
export function probeTable(reports: readonly ProviderReport[], notSet: readonly ProviderName[]): string {
  const rows = [
    ['provider', 'state', 'status', 'at the top', 'changed'],
    ...reports
      .toSorted((a, b) => Number(a.state === 'answers') - Number(b.state === 'answers'))
      .map((report) => [
        report.provider,
        report.state,
        report.status?.toString() ?? '-',
        shortened(report.shape.join(' ')),
        changesOf(report),
      ]),
    ...notSet.map((name) => [name, 'not set', '-', '', 'no key or address of the operator']),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function changesOf({ added, removed, missing }: ProviderReport): string {
  return [
    missing.length > 0 ? `lacks ${missing.join(' ')}` : '',
    added.length > 0 ? `new ${added.join(' ')}` : '',
    removed.length > 0 ? `gone ${removed.join(' ')}` : '',
  ]
    .filter((part) => part !== '')
    .join('; ')
}

const SHAPE_WIDTH = 40
const shortened = (text: string): string =>
  text.length <= SHAPE_WIDTH ? text : `${text.slice(0, SHAPE_WIDTH - 1)}…`

/**
 * The same as metrics, for a collector that reads text files. The gauge is 1 where the provider answers as its documentation says.
 * https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function probeMetrics(reports: readonly ProviderReport[], now: Date): string {
  const gauge = (name: string, help: string, lines: readonly string[]) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...lines,
  ]
  return [
    ...gauge(
      'lotbook_provider_up',
      'Whether a provider answers its probe as documented.',
      reports.map(
        ({ provider, state }) =>
          `lotbook_provider_up{provider="${provider}",state="${state}"} ${state === 'answers' ? 1 : 0}`,
      ),
    ),
    ...gauge(
      'lotbook_provider_status',
      'Status of the answer; 0 for none.',
      reports.map(({ provider, status }) => `lotbook_provider_status{provider="${provider}"} ${status ?? 0}`),
    ),
    ...gauge('lotbook_provider_probed_seconds', 'When providers were probed.', [
      `lotbook_provider_probed_seconds ${Math.floor(now.getTime() / 1000)}`,
    ]),
    '',
  ].join('\n')
}
