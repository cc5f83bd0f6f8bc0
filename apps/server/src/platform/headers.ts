import type { Config } from './config.ts'

/** The headers of every answer, errors and files included. */
export function securityHeaders(config: Config, host: string): Record<string, string> {
  const connect = ["'self'", `${config.isSecure ? 'wss' : 'ws'}://${host}`]
  if (config.apiHost !== undefined) connect.push(config.apiHost, config.apiHost.replace(/^http/, 'ws'))
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    `connect-src ${connect.join(' ')}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
  ]
  if (config.isSecure) policy.push('upgrade-insecure-requests')
  return {
    'content-security-policy': policy.join('; '),
    ...(config.isSecure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(self), hid=(self)',
  }
}

/** For a file that a person brought or asked for: it is saved, never shown, and runs nothing. */
export function downloadHeaders(fileName: string, type: string): Record<string, string> {
  return {
    'content-type': type,
    'content-disposition': contentDisposition(fileName),
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
  }
}

// RFC 6266: a plain name for old clients, and the name itself percent-encoded; neither can end the header.
function contentDisposition(fileName: string): string {
  const name = fileName.replace(/[\p{Cc}\p{Cf}/\\]/gu, '_')
  const plain = name.replace(/[^\x20-\x7e]|["%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
