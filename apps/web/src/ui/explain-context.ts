import { createContext, useContext } from 'react'

/** Opens the Explain panel on a handle (`kind:id`). Undefined where there is no panel: figures are then plain text. */
export type OpenExplain = (handle: string) => void

export const ExplainContext = createContext<OpenExplain | undefined>(undefined)

export function useOpenExplain(): OpenExplain | undefined {
  return useContext(ExplainContext)
}
