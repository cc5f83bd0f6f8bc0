import type { Slots } from '../client/slots.ts'
import { lazyPart } from '../ui/lazy-part.ts'

/** The features that fill the places of the shell and of other features' screens. */
export const slots: Slots = {
  taxControl: {
    Component: lazyPart(async () => (await import('../features/tax/TaxControl.tsx')).NavTaxControl),
    needs: ['/tax', '/tax-calculation', '/one_year'],
  },
  Bell: lazyPart(async () => (await import('../features/bell/Bell.tsx')).Bell),
  mobileStatus: {
    Component: lazyPart(
      async () => (await import('../features/tax/CalculationStatus.tsx')).CalculationStatus,
    ),
    needs: ['/tax'],
  },
  banners: [
    {
      Component: lazyPart(
        async () => (await import('../features/professionals/InvitationBanner.tsx')).InvitationBanner,
      ),
      needs: [],
    },
  ],
  MasqueradeBar: lazyPart(
    async () => (await import('../features/professionals/MasqueradeBar.tsx')).MasqueradeBar,
  ),
  ExplainPanel: lazyPart(async () => (await import('../features/explain/ExplainPanel.tsx')).ExplainPanel),
  YearForms: lazyPart(async () => (await import('../features/exports/YearForms.tsx')).YearForms),
  PlanNotice: lazyPart(async () => (await import('../features/billing/PlanNotice.tsx')).PlanNotice),
  AmendmentFiles: lazyPart(
    async () => (await import('../features/exports/AmendmentFiles.tsx')).AmendmentFiles,
  ),
  AmendedReturn: lazyPart(async () => (await import('../features/exports/AmendedReturn.tsx')).AmendedReturn),
  SaleLots: lazyPart(async () => (await import('../features/methods/SaleLots.tsx')).SaleLots),
  AddSourceButton: lazyPart(
    async () => (await import('../features/sources/AddSourceButton.tsx')).AddSourceButton,
  ),
  FindSource: lazyPart(async () => (await import('../features/sources/FindSource.tsx')).FindSource),
  FirstImport: lazyPart(async () => (await import('../features/imports/FirstImport.tsx')).FirstImport),
  UploadFiles: lazyPart(async () => (await import('../features/imports/UploadPanel.tsx')).UploadPanel),
  ConnectAccount: lazyPart(
    async () => (await import('../features/connections/ConnectAccount.tsx')).ConnectAccount,
  ),
  ManualPopup: lazyPart(async () => (await import('../features/manual-entry/ManualPopup.tsx')).ManualPopup),
  UploadTemplate: lazyPart(async () => (await import('../features/imports/TemplateCard.tsx')).TemplateCard),
  ReviewQueue: lazyPart(async () => (await import('../features/review/ReviewQueue.tsx')).ReviewQueue),
  ReviewQuestion: lazyPart(
    async () => (await import('../features/review/ReviewQuestion.tsx')).ReviewQuestion,
  ),
  TaxSettings: lazyPart(async () => (await import('../features/settings/TaxSettingsForm.tsx')).TaxSettings),
  Road: lazyPart(async () => (await import('../features/road/RoadBar.tsx')).RoadBar),
  ResultsGlance: lazyPart(async () => (await import('../features/tax/ResultsGlance.tsx')).ResultsGlance),
  AmendmentNews: lazyPart(async () => (await import('../features/road/AmendmentNews.tsx')).AmendmentNews),
  CalculateTaxes: lazyPart(async () => (await import('../features/tax/TaxControl.tsx')).TaxControl),
  YearSummary: lazyPart(async () => (await import('../features/tax/YearSummary.tsx')).YearSummary),
  RuleOffer: lazyPart(async () => (await import('../features/rules/RuleOffer.tsx')).RuleOffer),
  UndoRuleDialog: lazyPart(async () => (await import('../features/rules/UndoRuleDialog.tsx')).UndoRuleDialog),
}
