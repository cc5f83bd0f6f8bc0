import type { Box } from '../jurisdiction.ts'
import type { Reported } from '../reported.ts'
import type { Term } from '../term.ts'

/** The year whose form first has boxes for digital assets. */
const DIGITAL_ASSET_BOXES_FROM = 2025

/**
 * The box of Form 8949 that a row belongs in: by year, term, and whether a broker reported basis, only
 * proceeds, or nothing (R-BOX-1; Forms 8949 for 2024 and 2025). See docs/tax/form-8949.md.
 */
export function form8949Box(year: number, term: Term, reported: Reported): Box {
  const isShort = term === 'short'
  if (year >= DIGITAL_ASSET_BOXES_FROM)
    switch (reported) {
      case 'basis':
        return isShort ? 'G' : 'J'
      case 'proceeds':
        return isShort ? 'H' : 'K'
      case 'none':
        return isShort ? 'I' : 'L'
    }
  switch (reported) {
    case 'basis':
      return isShort ? 'A' : 'D'
    case 'proceeds':
      return isShort ? 'B' : 'E'
    case 'none':
      return isShort ? 'C' : 'F'
  }
}
