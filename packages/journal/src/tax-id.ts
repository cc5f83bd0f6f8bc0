/**
 * A Social Security number or an individual taxpayer identification number as forms print it, `123-45-6789`; undefined for what is none.
 * No number has only zeros in one of its parts, and none begins with 666 (Social Security Administration, POMS RM 10201.035).
 */
export function parseTaxId(text: string): string | undefined {
  const [, area, group, serial] = /^(\d{3})[- ]?(\d{2})[- ]?(\d{4})$/.exec(text.trim()) ?? []
  if (area === undefined || group === undefined || serial === undefined) return undefined
  const isNone = area === '000' || area === '666' || group === '00' || serial === '0000'
  return isNone ? undefined : `${area}-${group}-${serial}`
}

/** A number as screens and messages show it: its last four digits, `***-**-6789`; empty for none. */
export function maskedTaxId(taxId: string): string {
  return taxId === '' ? '' : `***-**-${taxId.slice(-4)}`
}
