import { lazy } from 'react'
import type { Slots } from '../client/slots.ts'

/** The features that fill the places of the shell and of other features' screens. */
export const slots: Slots = {
  taxControl: {
    Component: lazy(async () => ({
      default: (await import('../features/tax/TaxControl.tsx')).NavTaxControl,
    })),
    needs: ['/tax', '/tax-calculation', '/one_year'],
  },
  Bell: lazy(async () => ({ default: (await import('../features/bell/Bell.tsx')).Bell })),
  mobileStatus: {
    Component: lazy(async () => ({
      default: (await import('../features/tax/CalculationStatus.tsx')).CalculationStatus,
    })),
    needs: ['/tax'],
  },
  banners: [
    {
      Component: lazy(async () => ({
        default: (await import('../features/professionals/InvitationBanner.tsx')).InvitationBanner,
      })),
      needs: [],
    },
  ],
  MasqueradeBar: lazy(async () => ({
    default: (await import('../features/professionals/MasqueradeBar.tsx')).MasqueradeBar,
  })),
  ExplainPanel: lazy(async () => ({
    default: (await import('../features/explain/ExplainPanel.tsx')).ExplainPanel,
  })),
  YearForms: lazy(async () => ({ default: (await import('../features/exports/YearForms.tsx')).YearForms })),
  PlanNotice: lazy(async () => ({
    default: (await import('../features/billing/PlanNotice.tsx')).PlanNotice,
  })),
  AmendmentFiles: lazy(async () => ({
    default: (await import('../features/exports/AmendmentFiles.tsx')).AmendmentFiles,
  })),
  SaleLots: lazy(async () => ({ default: (await import('../features/methods/SaleLots.tsx')).SaleLots })),
  AddSourceButton: lazy(async () => ({
    default: (await import('../features/sources/AddSourceButton.tsx')).AddSourceButton,
  })),
  FindSource: lazy(async () => ({
    default: (await import('../features/sources/FindSource.tsx')).FindSource,
  })),
  FirstImport: lazy(async () => ({
    default: (await import('../features/imports/FirstImport.tsx')).FirstImport,
  })),
  UploadFiles: lazy(async () => ({
    default: (await import('../features/imports/UploadPanel.tsx')).UploadPanel,
  })),
  ConnectAccount: lazy(async () => ({
    default: (await import('../features/connections/ConnectAccount.tsx')).ConnectAccount,
  })),
  ManualPopup: lazy(async () => ({
    default: (await import('../features/manual-entry/ManualPopup.tsx')).ManualPopup,
  })),
  UploadTemplate: lazy(async () => ({
    default: (await import('../features/imports/TemplateCard.tsx')).TemplateCard,
  })),
  ReviewQueue: lazy(async () => ({
    default: (await import('../features/review/ReviewQueue.tsx')).ReviewQueue,
  })),
  ReviewQuestion: lazy(async () => ({
    default: (await import('../features/review/ReviewQuestion.tsx')).ReviewQuestion,
  })),
  TaxSettings: lazy(async () => ({
    default: (await import('../features/settings/TaxSettingsForm.tsx')).TaxSettings,
  })),
  Road: lazy(async () => ({ default: (await import('../features/road/RoadBar.tsx')).RoadBar })),
  ResultsGlance: lazy(async () => ({
    default: (await import('../features/tax/ResultsGlance.tsx')).ResultsGlance,
  })),
  AmendmentNews: lazy(async () => ({
    default: (await import('../features/road/AmendmentNews.tsx')).AmendmentNews,
  })),
  CalculateTaxes: lazy(async () => ({
    default: (await import('../features/tax/TaxControl.tsx')).TaxControl,
  })),
  YearSummary: lazy(async () => ({
    default: (await import('../features/tax/YearSummary.tsx')).YearSummary,
  })),
  RuleOffer: lazy(async () => ({ default: (await import('../features/rules/RuleOffer.tsx')).RuleOffer })),
  UndoRuleDialog: lazy(async () => ({
    default: (await import('../features/rules/UndoRuleDialog.tsx')).UndoRuleDialog,
  })),
}
