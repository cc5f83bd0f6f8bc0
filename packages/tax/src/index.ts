export {
  calculate,
  calculateInSteps,
  calculatePacked,
  calculateTable,
  CalculationCancelled,
  type CalculateOptions,
  type Progress,
  type Resumption,
} from './calculating/calculate.ts'
export { ComingResult, inOneStep, type Steps } from './calculating/coming-result.ts'
export { KeptLots, LotRows, type LotKey, type Words } from './lots/kept-lots.ts'
export type * from './schema/calculation-input.ts'
export type * from './schema/calculation-result.ts'
export { METHODS } from './schema/calculation-input.ts'
export { parseCalculationInput, parseStoredInput, problemsOfInput } from './schema/parse-input.ts'
export {
  differentYears,
  otherChoices,
  treatedYears,
  type TreatedYears,
} from './comparing/treatment-effects.ts'
export { canonicalJson, writeCanonicalJson } from './bytes/canonical-json.ts'
export { inputText } from './bytes/input-text.ts'
export {
  hashesOf,
  hashOf,
  type Manifest,
  manifestOf,
  manifestOfHashes,
  manifestOfTable,
  type SignedManifest,
  signedText,
  type Verification,
  verifyManifest,
} from './manifest/manifest.ts'
export { ENGINE_VERSION, INVARIANTS_VERSION, RULES_VERSION } from './manifest/versions.ts'
export { holdTableToInvariants, holdToInvariants } from './invariants/check-result.ts'
export { INVARIANTS, InvariantBroken, type Invariant, type InvariantOutcome } from './invariants/invariant.ts'
export { transactionAt, valuesAt, type TransactionOfEvent } from './events/transaction-at.ts'
export { exchangedOneForOne, type OneForOne } from './events/one-for-one.ts'
export { choiceInForce, openChoices, settingsTreating } from './events/open-choices.ts'
export { rowsConcerned } from './events/rows-concerned.ts'
export {
  type CalculationRecord,
  type Cause,
  CAUSES,
  type CauseKind,
  type ChangeMeant,
  compareCalculations,
  type Comparison,
  type Difference,
  type OriginOf,
  yearChanges,
  type YearChange,
} from './comparing/compare-calculations.ts'
export { storedRecord } from './comparing/stored-record.ts'
export type { InputChange } from './comparing/input-changes.ts'
export { compareYears, type YearDifference } from './comparing/compare-years.ts'
export { rowDay, rowSide, type RowSide } from './comparing/row-side.ts'
export { BY_HAND, BY_RULE, causeLabel, kindLabel, rowLabel } from './comparing/row-words.ts'
export type { ComparedRow } from './comparing/row-differences.ts'
export { matchSelfTransfers } from './matching/self-transfer.ts'
export { duplicatesAcrossFiles } from './matching/duplicates-across-files.ts'
export { rematch, type Rematched, type Surroundings } from './matching/rematch.ts'
export {
  problemOfMatch,
  rankCandidates,
  type MatchProblem,
  type RankedSide,
} from './matching/match-by-hand.ts'
export { entryNamed, transferEvents } from './matching/transfer-events.ts'
export type {
  MatchDecision,
  MatchMeasure,
  MatchQuality,
  MatchSide,
  SelfTransfer,
} from './matching/match-side.ts'
export {
  balancesSoFar,
  negativeBalances,
  type BalancesSoFar,
  type NegativeBalance,
} from './executing/negative-balances.ts'
export type { FurtherFee } from './events/further-fees.ts'
export { inputOfJournal, type JournalEntry, type MadeMatch } from './journals/input-of-journal.ts'
export { statedValue } from './valuing/stated-value.ts'
export {
  valueTransaction,
  type Side,
  type Sides,
  type Valuation,
  type Valued,
} from './valuing/value-transaction.ts'
export { chunkOf, type ChunkEntry, type JournalChunk } from './journals/journal-chunk.ts'
export { bytesOfId, ID_BYTES } from './journals/entry-ids.ts'
export { EntryIndex } from './journals/entry-index.ts'
export {
  checkOrder,
  packEntries,
  unpackEntries,
  type StoredChunk,
  type StoredEntry,
} from './journals/stored-chunk.ts'
export {
  ChunkCutter,
  chunkSize,
  mostChanges,
  oldestVersion,
  packingPlan,
  StaleChunks,
  type ChunkPlace,
  type StretchToPack,
} from './journals/chunk-plan.ts'
export {
  MatchPlacer,
  matchesOfSides,
  placedFees,
  SideLacking,
  type SideOfMatch,
} from './journals/matches-of-sides.ts'
export type { LotPick } from './journals/lot-picks.ts'
export type { Accounts, EventIds, Names } from './journals/event-ids.ts'
export { assembledJournal, type AssembledJournal } from './journals/assembled-journal.ts'
export { packedJournalOf, type NamedCheckpoint, type PackedJournal } from './journals/packed-journal.ts'
export {
  eventAtPlace,
  eventTableOf,
  firstEvent,
  FROM_VALUE_KNOWN,
  holdsAllocation,
  NONE,
  placeOfEvent,
  type EventTable,
  type Opening,
} from './events/event-table.ts'
export {
  FURTHER_AMOUNTS,
  GAIN,
  INCOME_AMOUNTS,
  LOT_AMOUNTS,
  type DisposalColumns,
  type IncomeColumns,
  type LotColumns,
  type ResultSoFar,
  type ResultTable,
  type RowColumns,
} from './results/result-table.ts'
export { type Checkpoint, type RowsBefore } from './executing/checkpoint.ts'
export { packCheckpoint, unpackCheckpoint } from './executing/packed-checkpoint.ts'
export { FEE_KIND } from './executing/row-kinds.ts'
export { UNKNOWN, type RowTable } from './executing/row-table.ts'
export { RESULT_FIELDS, yearOfDay } from './results/result-fields.ts'
export {
  absentNumber,
  slotOf,
  type Field as ResultField,
  type Fields as ResultFields,
} from './results/row-field.ts'
export { journalParts, type BesideColumns } from './journals/journal-text.ts'
export { resultParts, resultText } from './results/result-text.ts'
export { BLOCK_BYTES, BlockPlaces, unpackedBlocks } from './bytes/text-blocks.ts'
export {
  bytesOfParts,
  type KeptLists,
  type TextList,
  type TextPart,
  type TextPlan,
} from './bytes/text-parts.ts'
export { INPUT_ROWS, inputOfRows, isInputRows, rowsOfInput } from './schema/input-rows.ts'
export { isResultRows, resultOfRows, rowsOfResult } from './results/result-rows.ts'
export { resultLists, resultOfTable, RowWriter } from './results/write-result.ts'
export type { Amounts, SplitAmount } from './amounts/amounts.ts'
export { eventTableOfJournal } from './journals/event-table-of-journal.ts'
export type { NamedLots, PackedInput, PlacedMatch } from './events/packed-input.ts'
export {
  besideRecorded,
  comparedOutcome,
  LOT_METHODS,
  methodRuns,
  methodsInForce,
  outcomeOf,
  settingsUnder,
  type ComparedOutcome,
  type LotMethod,
  type LotsLeft,
  type MethodOutcome,
  type OnRecord,
} from './methods/compare-methods.ts'
export { isSetFrom } from './lots/standing-orders.ts'
export { disposalsOf } from './methods/disposals-of.ts'
export { piecesBefore } from './methods/pieces-before.ts'
export { lotsUsed, type LotsUsed } from './methods/lots-used.ts'
export { keepsLots } from './comparing/gone-lots.ts'
export { chooseLots, lotsOnOffer, offersByLot, type NamedLot, type OfferedLot } from './methods/named-lots.ts'
export {
  answeredInput,
  ANSWERS,
  answersTo,
  openingLotAt,
  SENT_ANSWERS,
  type Answer,
  type AnswerField,
  type AnswerOption,
} from './deciding/answered-input.ts'
export { effectsOf, effectsSoFar, type Effects, type EffectsSoFar } from './deciding/effects-of-unknowns.ts'
export { chosenBorders, worthKeeping, type ChosenBorder } from './resuming/chosen-borders.ts'
export { stretchesOf, type InputStretch } from './resuming/input-stretches.ts'
export {
  checkpointKey,
  haveSameKeys,
  readKeptCheckpoint,
  writeKeptCheckpoint,
  type KeptCheckpoint,
  type ResumableInput,
} from './resuming/kept-checkpoint.ts'
export { withClaimClosed } from './deciding/answered-claim.ts'
export {
  CLAIM_ANSWERS,
  claimClosedAt,
  claimSteps,
  type ClaimAnswer,
  type ClaimPlace,
  type ClaimStep,
} from './deciding/claim-steps.ts'
export { alsoSent, atStake, byMost, mayChange, mostOfSent, type SentAway } from './deciding/may-change.ts'
export {
  openQuestions,
  type OpenQuestion,
  type Unpriced,
  warnedQuestions,
} from './deciding/open-questions.ts'
export {
  checkAllocation,
  describeAllocationProblem,
  type AllocationCheck,
  type AllocationProblem,
  type Allocations,
} from './safe-harbor/check-allocation.ts'
export {
  besideFirst,
  assetsAttachedOtherwise,
  describeUntold,
  DistinctAllocations,
  positionByAsset,
  ruleCandidate,
  settingsWith,
  standingCandidates,
  type AllocationCandidate,
  type DistinctAllocation,
} from './safe-harbor/compared-allocations.ts'
export { inNameOrder } from './safe-harbor/default-allocation.ts'
export { globalRules } from './safe-harbor/global-rules.ts'
export {
  positionAtSwitch,
  positionWithout,
  type FirstMove,
  type Holding,
  type Position,
} from './safe-harbor/position.ts'
export { specificOfAttached } from './safe-harbor/specific-of-attached.ts'
export { outcomeSince2025, type LeftInAccount, type YearOutcome } from './safe-harbor/outcome-since-2025.ts'
export type { PriceFound, PriceOf } from './valuing/price-found.ts'
