/*
 * The reading of files, and nothing else of this package: the door of the process that reads one. It comes up for every file, and finding
 * the modules of chains and exchanges took half of its start.
 */
export { readBrokerForms } from './broker-forms/read-broker-forms.ts'
export { askFile } from './files/ask-file.ts'
export { originalRows, readFile, recogniseFile, rowsAt } from './files/read-file.ts'
export { suggestFormat } from './files/suggest-format.ts'
export { readPriceFile } from './prices/read-price-file.ts'
export { eventIdentity } from './reading/fingerprints.ts'
