// The site of the browser tests asks no second person at any amount: other subjects pay one seller many times a day.

/**
 * A second owner confirms the controls, and stays. `owner` has username and password.
 * @param {string} url
 * @param {{ username: string, password: string }} owner
 */
export async function askNoSecondPerson(url, owner) {
  const signIn = async (data) => (await send(url, 'POST', '/api/admin/login', data)).cookie
  const cookie = await signIn(owner)
  const values = { secondPersonFrom: null, paidAloneADay: null, usualFee: null, worksAlone: true }
  const changed = await send(url, 'PUT', '/api/admin/policies/controls', { base: 0, values }, cookie)
  const username = 'second-owner'
  const added = await send(
    url,
    'POST',
    '/trpc/admin.staff.add',
    { name: 'Second Owner', username, role: 'owner' },
    cookie,
  )
  const currentPassword = added.body.result.data.password
  const restricted = await signIn({ username, password: currentPassword })
  const renewed = { currentPassword, password: owner.password, confirmPassword: owner.password }
  await send(url, 'POST', '/trpc/admin.me.changePassword', renewed, restricted)
  const second = await signIn({ username, password: owner.password })
  await send(url, 'POST', '/api/admin/policies/controls/confirm', { id: changed.body.waiting.id }, second)
}

async function send(url, method, path, data, cookie = '') {
  const headers = { 'content-type': 'application/json', origin: url, cookie }
  const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(data) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((each) => each.split(';')[0])
  return { body: await answer.json(), cookie: cookies.join('; ') }
}
