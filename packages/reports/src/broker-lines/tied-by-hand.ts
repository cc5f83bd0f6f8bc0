import type { BrokerLine } from '@lotbook/journal'
import type { DisposalLine } from '../year-report.ts'

interface Tied {
  readonly matches: readonly {
    readonly lines: readonly BrokerLine[]
    readonly rows: readonly DisposalLine[]
  }[]
  /** Lines and rows that nobody tied. */
  readonly lines: readonly BrokerLine[]
  readonly rows: readonly DisposalLine[]
}

interface Group {
  readonly lines: Set<BrokerLine>
  readonly transactions: Set<string>
}

/**
 * Takes out the lines that a person tied to sales, or parted from all of them. Lines that share a sale are one match. A line whose sales are no longer
 * in the history is as if nobody had tied it.
 */
export function tiedByHand(lines: readonly BrokerLine[], rows: readonly DisposalLine[]): Tied {
  if (lines.every(({ tiedTo }) => tiedTo === null)) return { matches: [], lines, rows }
  const rowsOf = Map.groupBy(rows, ({ transaction }) => transaction)
  const groupOf = new Map<string, Group>()
  const parted: BrokerLine[] = []
  const left: BrokerLine[] = []
  for (const line of lines) {
    const known = line.tiedTo?.filter((id) => rowsOf.has(id)) ?? []
    if (known.length > 0) join(groupOf, line, known)
    else if (line.tiedTo?.length === 0) parted.push(line)
    else left.push(line)
  }
  const groups = [...new Set(groupOf.values())].map(({ lines: own, transactions }) => ({
    lines: [...own],
    rows: [...transactions].flatMap((id) => soldRows(rowsOf.get(id) ?? [])),
  }))
  const taken = new Set(groups.flatMap((group) => group.rows))
  return {
    matches: [...groups, ...parted.map((line) => ({ lines: [line], rows: [] }))],
    lines: left,
    rows: rows.filter((row) => !taken.has(row)),
  }
}

function join(groupOf: Map<string, Group>, line: BrokerLine, transactions: readonly string[]): void {
  const others = [...new Set(transactions.flatMap((id) => groupOf.get(id) ?? []))]
  const group: Group = {
    lines: new Set([...others.flatMap((other) => [...other.lines]), line]),
    transactions: new Set([...others.flatMap((other) => [...other.transactions]), ...transactions]),
  }
  for (const id of group.transactions) groupOf.set(id, group)
}

/** The rows of what was sold; a fee that was paid in a coin is a sale of its own, and meant only where there is no other. */
function soldRows(rows: readonly DisposalLine[]): readonly DisposalLine[] {
  const sold = rows.filter(({ kind }) => kind !== 'fee')
  return sold.length === 0 ? rows : sold
}
