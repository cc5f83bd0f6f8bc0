/** Kinds of removals that a form asks for. */
export const FORM_REMOVALS = ['gift', 'donation', 'stolen', 'lost'] as const
/** Ways that property was acquired, as Form 8283 asks. */
export const HOW_ACQUIRED = ['purchase', 'exchange', 'gift', 'inheritance', 'income', 'other'] as const
/** Methods of determining a fair market value. */
export const VALUED_BY = ['market_price', 'appraisal', 'comparable_sales', 'other'] as const
