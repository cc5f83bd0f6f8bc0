/** Words of the tax screens that a first-time filer would not know. */
export const TERM_HINT =
  'How long you held it. One year or less is short-term, taxed like wages. More than one year is long-term, taxed at lower rates.'

export const BOX_HINT =
  'The box to check on Form 8949. From 2025 on: G or J if a Form 1099-DA shows your cost basis, H or K if it shows proceeds only, I or L if no form was sent. The first of each pair is short-term. Through 2024: A to C and D to F in the same order.'

export const DISPOSAL_HINT =
  'A sale, trade or purchase paid in crypto. One that uses coins from several purchases counts once for each, because each is its own line on Form 8949.'

export const PROCEEDS_HINT = 'What you received, less the fees of the sale.'

export const BASIS_HINT = 'What you paid for the coins you sold, fees included.'

export const GAIN_HINT = 'Proceeds less cost basis. A loss is a negative gain.'

export const DEDUCTION_HINT =
  'Crypto given to a qualified charity: its market value if you held it for more than a year, otherwise the lower of cost and value. It counts only if you itemize deductions.'
