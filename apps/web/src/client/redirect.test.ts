import { describe, expect, test } from 'vitest'
import { safeReturnPath, signInPath } from './redirect.ts'

describe('where one is sent to sign in, and back', () => {
  test('R2.156 to log in, keeping where one was going', () => {
    expect(signInPath('/imports/options?slug=kraken')).toBe(
      '/login?redirect=%2Fimports%2Foptions%3Fslug%3Dkraken',
    )
    expect(signInPath('/')).toBe('/login')
  })

  test('R2.157 to sign up, when one was on the way to a plan', () => {
    expect(signInPath('/pricing?taxYear=2025')).toBe('/new_sign_up?redirect=%2Fpricing%3FtaxYear%3D2025')
    expect(signInPath('/pricing_summary')).toMatch(/^\/new_sign_up\?/)
  })

  test('SD5 only a screen of ours is returned to', () => {
    const isRegistered = (path: string) => ['/imports', '/tax', '/login', '/'].includes(path)
    expect(safeReturnPath('/imports?page=2', isRegistered)).toBe('/imports?page=2')
    for (const bad of [
      undefined,
      '',
      'imports',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/%09/evil.example',
      'https:evil.example',
      'https://evil.example/imports',
      'javascript:alert(1)',
      '/unknown',
      '/imports/../../evil',
      '/login',
      '/%2F%2Fevil.example',
    ]) {
      expect(safeReturnPath(bad, isRegistered), String(bad)).toBeUndefined()
    }
  })
})
