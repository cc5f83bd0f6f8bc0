import { type ComponentType, createContext, type ReactNode, use } from 'react'
import type { OneYear, ReviewWizard, RoadStep, Source } from '@lotbook/contract'
import type { ButtonLook, ButtonProps } from '../ui/Button.tsx'

/**
 * Places in the shell and on screens that show a part of another feature. The shell and the screen know a place by its name and
 * props; `app/slots.ts` names the feature that fills it. A filled place is loaded when it is first shown, so it stands in a
 * `Suspense`.
 */
export interface Slots {
  /** The tax control of the navigation. */
  readonly taxControl: ShellSlot
  /** What is new for a person, in the bar of a desk and of a phone. */
  readonly Bell: ComponentType
  /** The small status above the bar of a phone. */
  readonly mobileStatus: ShellSlot
  /** Strips above every screen, in their order; each decides itself whether it has something to say. */
  readonly banners: readonly ShellSlot[]
  /** The bar above everything while one looks at somebody else's books. */
  readonly MasqueradeBar: ComponentType
  /** The panel behind every figure, given its handle. */
  readonly ExplainPanel: ComponentType<ExplainPanelProps>
  /** The forms of a year, under its results. */
  readonly YearForms: ComponentType<YearFormsProps>
  /** Says that the forms of a year need a plan, where they do. */
  readonly PlanNotice: ComponentType<{ readonly year: number }>
  /** The files of a proposed amendment, beside it. */
  readonly AmendmentFiles: ComponentType<{ readonly year: number }>
  /** The lines of an amended return, under its figures. */
  readonly AmendedReturn: ComponentType<AmendedReturnProps>
  /** The lots that a sale names, in the detail of a transaction. */
  readonly SaleLots: ComponentType<{ readonly id: string }>
  /** 'Add Wallet/Exchange': the button with the search behind it, for every screen that leads to adding history. */
  readonly AddSourceButton: ComponentType<AddSourceButtonProps>
  /** The search for a source as a part of a page. */
  readonly FindSource: ComponentType
  /** All ways to bring in the first history, for pages of whoever has none. */
  readonly FirstImport: ComponentType<FirstImportProps>
  /** The place to drop files, for every screen that takes them. */
  readonly UploadFiles: ComponentType<UploadFilesProps>
  /** The form that connects an account by key, grant or address. */
  readonly ConnectAccount: ComponentType<ConnectAccountProps>
  /** The form of a manual transaction, in a dialog over any screen. */
  readonly ManualPopup: ComponentType<{ readonly onClose: () => void }>
  /** The template to fill in where no file can be had. */
  readonly UploadTemplate: ComponentType
  /** The review queue, a tab of the transactions. */
  readonly ReviewQueue: ComponentType<ReviewQueueProps>
  /** One question of the review, a step of the walk. */
  readonly ReviewQuestion: ComponentType<ReviewQuestionProps>
  /** The settings that decide a calculation: method, pool, fees. */
  readonly TaxSettings: ComponentType<TaxSettingsProps>
  /** The four steps from the first file to the filed year, on every screen that belongs to one of them. */
  readonly Road: ComponentType<RoadProps>
  /** The results of the year in one line, with the way to them. */
  readonly ResultsGlance: ComponentType
  /** Tells what a change of the history does to filed years, over any screen. */
  readonly AmendmentNews: ComponentType
  /** The button about a calculation, on a screen. */
  readonly CalculateTaxes: ComponentType<CalculateTaxesProps>
  /** The figures of the year that is due, condensed, with the way to all of them. */
  readonly YearSummary: ComponentType<{ readonly missing: ReactNode; readonly year?: number }>
  /** The offer of a rule for edits made by hand more than once; asks again with every edit. */
  readonly RuleOffer: ComponentType<{ readonly edits: number }>
  /** Asks, before the changes of a rule are undone, whether the rule stays on. */
  readonly UndoRuleDialog: ComponentType<UndoRuleDialogProps>
}

export interface ConnectAccountProps {
  readonly source: Source
  readonly method: 'oauth' | 'api' | 'wallet'
  /** The connection that is to be set right; else a new one is made. */
  readonly updates: string | undefined
  /** What the address of the screen asks for. */
  readonly action: 'fix' | 'address_validation' | undefined
  readonly onCancel: () => void
}

export interface RoadProps {
  /** The year at hand where none is named. */
  readonly year?: number | undefined
  /** The step that the screen belongs to. */
  readonly at?: RoadStep
  /** On a screen of the onboarding the steps lead to the others of it. */
  readonly isWalk?: boolean
  /** The screen has a solid button of its own, so the next step is no second one. */
  readonly hasButton?: boolean
}

export interface AddSourceButtonProps {
  readonly look?: ButtonLook
  /** Told when its dialogs open and close, for a screen that would lead on meanwhile. */
  readonly onOpen?: (isOpen: boolean) => void
}

/** A place of the shell. It shows only where this build has the screens that its part leads to. */
export interface ShellSlot {
  readonly Component: ComponentType
  /** Paths of those screens. */
  readonly needs: readonly string[]
}

/** Props of the panel that explains a figure over any screen. */
export interface ExplainPanelProps {
  readonly handle: string
  readonly onClose: () => void
  readonly onOpen: (handle: string) => void
}

export interface YearFormsProps {
  readonly year: number
  readonly calculatedAt: string
  readonly counts: OneYear['counts']
}

export interface FirstImportProps {
  /** As with the place to drop files: without it the person is taken to the import history. */
  readonly onImported?: () => void
}

export interface UploadFilesProps {
  /** Files may be dropped anywhere on the page, not only on the place that is drawn. */
  readonly isAnywhere?: boolean
  /** The source that the files are said to be from; without one the server calls them 'Custom CSV'. */
  readonly exchangeValue?: string | undefined
  /**
   * Called once every file was taken, for a dialog to close (R2.169). Without it the person is taken to the import
   * history. Neither happens while something needs them here, nor after they have left.
   */
  readonly onImported?: () => void
}

/** Props of the review queue: the address of the screen that it is a part of, and the way to another one. */
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

/** Props of a question of the review, from the step that shows it. */
export interface ReviewQuestionProps {
  readonly wizard: ReviewWizard
  /** The question at hand, as the address has it; the first one where it names none. */
  readonly item: string | undefined
  /** Go to a question, or to the end of the step where there is none: a step of the browser's history, unless it replaces this one. */
  readonly goTo: (item: string | undefined, how?: { readonly replace?: boolean }) => void
  /** Back to the question before; undefined on the first. */
  readonly onPrevious: (() => void) | undefined
  /** With `{mark}` for the name of the item. */
  readonly question: string
  /** How many questions of the walk came before, and how many are left. */
  readonly answered: number
  readonly asks: number
  /** Shown when the step has nothing more to ask. */
  readonly done: ReactNode
  readonly onOpenTransaction: (id: string) => void
}

/** A filed year, and the calculation that its amendment follows. */
export interface AmendedReturnProps {
  readonly year: number
  readonly currency: string
  readonly calculationId: string
}

export interface TaxSettingsProps {
  /** Told whether there are changes that are not saved. */
  readonly onChange?: ((isChanged: boolean) => void) | undefined
}

export interface CalculateTaxesProps {
  /** The year it calculates and leads to; the server's where it is not given. */
  readonly year?: number
  readonly size?: NonNullable<ButtonProps['size']>
}

export interface UndoRuleDialogProps {
  /** How many transactions go back. */
  readonly rows: number
  readonly onClose: () => void
  readonly onUndo: (switchRuleOff: boolean) => void
}

/** Provides the filled places to the shell and every screen. */
export const SlotsContext = createContext<Slots | undefined>(undefined)

/** The filled places. */
export function useSlots(): Slots {
  const slots = use(SlotsContext)
  if (slots === undefined)
    throw new Error('The places of the screens are not filled: SlotsContext has no value')
  return slots
}
