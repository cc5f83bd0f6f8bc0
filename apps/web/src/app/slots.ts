import { type ComponentType, lazy } from 'react'

/**
 * Places of the shell that a feature fills. The shell knows no feature; this page, like `routes.tsx`, is where they
 * are named. A slot shows only where the screens it leads to exist (`needs`).
 */
export interface Slot {
  readonly Component: ComponentType
  readonly needs: readonly string[]
}

/** The tax control of the navigation. */
export const taxControl: Slot = {
  Component: lazy(async () => ({ default: (await import('../features/tax/TaxControl.tsx')).NavTaxControl })),
  needs: ['/tax', '/tax-calculation', '/one_year'],
}

/** The small status above the bar of a phone. */
export const mobileStatus: Slot = {
  Component: lazy(async () => ({
    default: (await import('../features/tax/CalculationStatus.tsx')).CalculationStatus,
  })),
  needs: ['/tax'],
}

/** Strips above every screen, in their order; each decides itself whether it has something to say. */
export const banners: readonly Slot[] = []

/** What a panel over any screen needs to explain a figure. */
export interface ExplainPanelProps {
  readonly handle: string
  readonly onClose: () => void
  readonly onOpen: (handle: string) => void
}

/** The panel behind every figure, given its handle. */
export const explainPanel: ComponentType<ExplainPanelProps> = lazy(async () => ({
  default: (await import('../features/explain/ExplainPanel.tsx')).ExplainPanel,
}))

/** The forms of a year, under its results. */
export const yearForms: ComponentType<{ readonly year: number; readonly calculatedAt: string }> = lazy(
  async () => ({ default: (await import('../features/exports/YearForms.tsx')).YearForms }),
)

/** 'Add Wallet/Exchange': the button with the search behind it, for every screen that leads to adding history. */
export const AddSourceButton = lazy(async () => ({
  default: (await import('../features/sources/AddSourceButton.tsx')).AddSourceButton,
}))

/** The place to drop files, for every screen that takes them. */
export const UploadFiles = lazy(async () => ({
  default: (await import('../features/imports/UploadPanel.tsx')).UploadPanel,
}))

/** The template to fill in where no file can be had. */
export const UploadTemplate = lazy(async () => ({
  default: (await import('../features/imports/TemplateCard.tsx')).TemplateCard,
}))
