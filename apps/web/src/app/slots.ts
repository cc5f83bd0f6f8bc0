import { type ComponentType, lazy } from 'react'
import type { OneYear, ReviewWizard } from '@lotbook/contract'

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
export const yearForms: ComponentType<{
  readonly year: number
  readonly calculatedAt: string
  readonly counts: OneYear['counts']
}> = lazy(async () => ({ default: (await import('../features/exports/YearForms.tsx')).YearForms }))

/** The files of a proposed amendment, beside it. */
export const amendmentFiles: ComponentType<{ readonly year: number }> = lazy(async () => ({
  default: (await import('../features/exports/AmendmentFiles.tsx')).AmendmentFiles,
}))

/** Naming the lots of a sale, in the detail of a transaction. */
export const SaleLots: ComponentType<{ readonly id: string }> = lazy(async () => ({
  default: (await import('../features/tax/SaleLots.tsx')).SaleLots,
}))

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

/** What the review queue needs of the screen that it is a part of: its address, and the way to another one. */
export interface ReviewQueueProps {
  readonly search: ReviewSearch
  readonly goTo: (search: ReviewSearch, how?: { readonly replace?: boolean }) => void
  /** Filters that the screen itself has words for. */
  readonly filters: readonly { readonly id: string; readonly label: string }[]
  readonly onOpenTransaction: (id: string) => void
}

export interface ReviewSearch {
  readonly review?: 'true'
  readonly kind?: string
  readonly state?: 'accepted'
  /** The item that is open. */
  readonly item?: string
  readonly account_id?: string
  readonly asset?: string
  readonly year?: string
}

/** The review queue, a tab of the transactions. */
export const ReviewQueue: ComponentType<ReviewQueueProps> = lazy(async () => ({
  default: (await import('../features/review/ReviewQueue.tsx')).ReviewQueue,
}))

/** What a question of the walk needs of the screen that it is a part of. */
export interface ReviewQuestionProps {
  readonly wizard: ReviewWizard
  /** With `{mark}` for what the item is called. */
  readonly question: string
  /** How many questions of the walk came before, and how many are left. */
  readonly answered: number
  readonly asks: number
  /** When the step has nothing more to ask. */
  readonly done: React.ReactNode
  readonly onOpenTransaction: (id: string) => void
}

/** One question of the review, a step of the walk. */
export const ReviewQuestion: ComponentType<ReviewQuestionProps> = lazy(async () => ({
  default: (await import('../features/review/ReviewQuestion.tsx')).ReviewQuestion,
}))

/** What decides a calculation: method, pool, fees. */
export const TaxSettings = lazy(async () => ({
  default: (await import('../features/tax/TaxSettingsForm.tsx')).TaxSettings,
}))

/** The button about a calculation, on a screen. */
export const CalculateTaxes = lazy(async () => ({
  default: (await import('../features/tax/TaxControl.tsx')).TaxControl,
}))

/** The figures of the year that is due, condensed, with the way to all of them. */
export const YearSummary: ComponentType<{ readonly missing: React.ReactNode }> = lazy(async () => ({
  default: (await import('../features/tax/YearSummary.tsx')).YearSummary,
}))

/** Offers a rule for what was done by hand more than once; asks anew with every edit. */
export const RuleOffer: ComponentType<{ readonly edits: number }> = lazy(async () => ({
  default: (await import('../features/rules/RuleOffer.tsx')).RuleOffer,
}))

/** Asks, before what a rule did is taken back, whether the rule stays on. */
export const UndoRuleDialog: ComponentType<{
  readonly rows: number
  readonly onClose: () => void
  readonly onUndo: (switchRuleOff: boolean) => void
}> = lazy(async () => ({ default: (await import('../features/rules/UndoRuleDialog.tsx')).UndoRuleDialog }))
