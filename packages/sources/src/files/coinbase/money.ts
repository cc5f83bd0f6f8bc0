const FIGURE = /(?:(?<!\p{L})\.)?\d(?:[\d.,'’ ]*\d)?(?:[eE][+-]?\d{1,3})?/gu

/**
 * A cell of money without the symbol or code of its currency, of which there are more than anyone can list:
 * `R24.50`, `kr.24.50`, `S/24.50`, `24.50 грн.`. Left as it stands where it has more than one figure or longer words.
 */
export function bareMoney(text: string): string {
  const [figure, ...more] = text.match(FIGURE) ?? []
  if (figure === undefined || more.length > 0) return text
  const around = text.replace(figure, '')
  if (around.replace(/[\s()+\-\u2212]/g, '').length > LONGEST_SYMBOL) return text
  return /[-\u2212]|\(.*\)/.test(around) ? `-${figure}` : figure
}

const LONGEST_SYMBOL = 5
