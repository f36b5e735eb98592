import { expect, test } from 'vitest'
import { aPhoto, submitFields } from '../../testing/test-support/factories.ts'
import { multipartForm, RestClient } from '../../testing/test-support/rest-client.ts'
import { startServerProcess } from '../../testing/test-support/server-process.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'

test('a killed server remembers the orders of the hour', async () => {
  using folder = tempFolder()
  const start = () => startServerProcess(folder.path, { LIMITS: 'on', LOG_LEVEL: 'warn' })
  let server = await start()
  const dana = new RestClient(() => server.url)
  await dana.signUp('dana@mail.example')
  const files = [{ name: 'front.png', bytes: aPhoto() }]
  const submit = async (at: number) =>
    (await dana.send('POST', '/api/submit', multipartForm(submitFields({ cardNumber: `X2MW-${7000 + at}` }), files)))
      .status
  for (let at = 0; at < 39; at++) expect(await submit(at)).toBe(200)
  await server.end('SIGKILL')
  server = await start()
  expect([await submit(39), await submit(40)]).toEqual([200, 429])
  await server.end('SIGKILL')
})
