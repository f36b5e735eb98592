import { expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-support/test-app.ts'

const configured = {
  ANALYTICS_SRC: 'https://tags.example/a.js?id=G-1&x="><script>alert(1)</script>',
  CONVERSION_SRC: 'https://ads.example/c.js?id=AW-1',
  CONVERSION_SEND_TO: 'AW-1/label',
  TAG_ORIGINS: 'https://collect.example',
}
const hosts = 'https://tags.example https://ads.example https://collect.example'

test('without configuration there is no frame and the policy forbids one', async () => {
  await using app = await createTestApp()
  expect((await app.request('GET', '/api/tags')).statusCode).toBe(404)
  const page = await app.request('GET', '/nowhere')
  expect(page.headers['content-security-policy']).not.toMatch(/frame-src|https:/)
  expect(await app.visitor.site.config()).toEqual({ measuring: null })
})

test('the frame is sandboxed and its policy allows exactly the configured hosts', async () => {
  await using app = await createTestApp(configured)
  const { headers, body } = await app.request('GET', '/api/tags')
  const policy = String(headers['content-security-policy'])
  expect(policy.split('; ')).toEqual([
    'sandbox allow-scripts',
    "default-src 'none'",
    expect.stringMatching(new RegExp(`^script-src 'sha256-[\\w+/]+=' ${hosts}$`)),
    `connect-src ${hosts}`,
    `img-src ${hosts}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ])
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect([...body.matchAll(/<script[ >]/g)]).toHaveLength(3)
  expect(body).toContain('for (const id of ["G-1","AW-1"])')
})

test('no page names a third-party host, configured or not', async () => {
  await using app = await createTestApp(configured)
  const page = await app.request('GET', '/nowhere')
  expect(page.headers['content-security-policy']).toContain("frame-src 'self'")
  expect(JSON.stringify(page.headers)).not.toMatch(/tags\.example|ads\.example|collect\.example/)
})

test('the page gets the events to send, not the hosts', async () => {
  await using app = await createTestApp(configured)
  expect(await app.visitor.site.config()).toEqual({ measuring: { analytics: true, conversionSendTo: 'AW-1/label' } })
})
