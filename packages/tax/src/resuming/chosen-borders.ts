/** A border that a calculation leaves a checkpoint at. */
export interface ChosenBorder {
  /** The first event behind it, of the table. */
  readonly event: number
  /** Events of the whole history before it. */
  readonly place: number
  /** Chunks of the packed journal before it. */
  readonly chunks: number
}

/**
 * Shares of a history that lie behind a checkpoint, at least. Most of what is edited is new; an edit of
 * something older has more worked out again. Each checkpoint holds all that was open by then, so there are
 * few.
 */
const BEHIND = [1 / 64, 1 / 16, 1 / 4] as const
/** Distance beyond the least one that is still near enough. */
const NEAR = 2

/**
 * Chooses the borders that get a checkpoint among the possible ones. Where there is one already that is near enough there is no other.
 *
 * @param there places of checkpoints that hold on.
 * @param events of the whole history.
 */
export function chosenBorders(
  borders: readonly ChosenBorder[],
  there: readonly number[],
  events: number,
): ChosenBorder[] {
  const chosen = new Set<ChosenBorder>()
  for (const share of BEHIND) {
    const last = events * (1 - share)
    const isNear = (place: number) => place <= last && events - place <= NEAR * events * share
    if (there.some(isNear)) continue
    const border = borders.findLast(({ place }) => place <= last && place > 0)
    if (border !== undefined) chosen.add(border)
  }
  return [...chosen].sort((a, b) => a.event - b.event)
}

/** Checkpoints worth keeping: for each share the latest that leaves at least so much of the history behind. */
export function worthKeeping<Kept extends { readonly events: number }>(
  there: readonly Kept[],
  events: number,
): Kept[] {
  const kept = new Set<Kept>()
  for (const share of BEHIND) {
    const latest = there.findLast((one) => one.events <= events * (1 - share))
    if (latest !== undefined) kept.add(latest)
  }
  return there.filter((one) => kept.has(one))
}
