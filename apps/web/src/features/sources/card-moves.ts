/** The card that a key leads to from the card at `at`, in rows of `columns`; undefined where it leads nowhere. */
export function nextCard(key: string, at: number, count: number, columns: number): number | undefined {
  const to = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: count - 1,
  }[key]
  if (to === undefined || to < 0) return undefined
  // Down from a row that is fuller than the last one: to the last card.
  if (to >= count)
    return key === 'ArrowDown' && rowOf(at, columns) < rowOf(count - 1, columns) ? count - 1 : undefined
  return to
}

const rowOf = (at: number, columns: number) => Math.floor(at / columns)
