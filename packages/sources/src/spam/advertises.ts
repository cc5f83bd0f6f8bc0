/** Whether the name or symbol of a token is an advertisement: an address of the web, or a call to claim something. */
export function advertises(text: string): boolean {
  return /https?:|www\.|t\.me|\.(?:com|org|net|io|xyz|app|fi|gg|site|finance|vip|top|cc|me|lat|cfd|click)\b|\b(?:claim|visit|airdrop|reward)\b/i.test(
    text.slice(0, 300),
  )
}
