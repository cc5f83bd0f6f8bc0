import type { Reported } from '../reported.ts'
import type { Term } from '../term.ts'

/** A box of Form 8949: A to F for securities, and for digital assets to 2024; G to L for digital assets since. */
export type Form8949Box = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L'

/** The year whose form first has boxes for digital assets. */
const DIGITAL_ASSET_BOXES_FROM = 2025

/**
 * The box of Form 8949 that a row belongs in: by year, term, and whether a broker reported basis, only
 * proceeds, or nothing (R-BOX-1; Forms 8949 for 2024 and 2025). See docs/tax/form-8949.md.
 */
export function form8949Box(year: number, term: Term, reported: Reported): Form8949Box {
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
