import { invalidRequest, serverError } from './fake-paypal-api.mjs'

const operations = ['token', 'create', 'batch', 'item', 'cancel', 'balance', 'verify']
const ways = ['answer', 'never', 'close', 'stall', 'cut']
const isLoopback = (url) => URL.canParse(url) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
const refuse = (error) => ({ status: 400, body: { error } })

/** The commands of tests: faults, settings, clock, statuses, webhooks, and the books. */
export function payPalControl({ books, api, webhooks }) {
  let faults = []

  function addFault({ operation, when, how = 'answer', status = 500, headers = {}, body, times = 1 }) {
    if (!operations.includes(operation)) return refuse(`operation: ${operations.join(', ')}`)
    if (!['before', 'after'].includes(when)) return refuse('when: before or after acting')
    if (!ways.includes(how)) return refuse(`how: ${ways.join(', ')}`)
    const answer = body === undefined ? JSON.stringify(serverError(status).body) : body
    faults.push({ operation, when, how, status, headers, body: answer, times })
    return { status: 200, body: {} }
  }

  function set(given) {
    const { settings } = books.state
    const unknown = Object.keys(given).filter((name) => !(name in settings))
    if (unknown.length > 0) return refuse(`settings: ${Object.keys(settings).join(', ')}`)
    if (given.webhookUrl && !isLoopback(given.webhookUrl)) return refuse('webhookUrl is on this machine')
    Object.assign(settings, given)
    books.save()
    return { status: 200, body: settings }
  }

  function advanceClock({ ms }) {
    if (!Number.isSafeInteger(ms)) return refuse('ms is a whole number')
    books.state.clockOffsetMs += ms
    books.save()
    return { status: 200, body: { now: books.now() } }
  }

  const commands = {
    'GET books': () => ({ status: 200, body: books.report() }),
    'POST faults': addFault,
    'POST no-faults': () => {
      faults = []
      return { status: 200, body: {} }
    },
    'POST settings': set,
    'POST clock': advanceClock,
    'POST revoke-tokens': () => {
      api.revokeTokens()
      return { status: 200, body: {} }
    },
    'POST status': (given) => {
      const answer = api.setStatus(given)
      if (answer.made) webhooks.announce(answer.made)
      return answer
    },
    'POST webhook': (given) => webhooks.command(given),
    'POST retry-webhooks': () => webhooks.retry(),
  }

  return {
    run(method, name, given) {
      const command = commands[`${method} ${name}`]
      return command
        ? command(given ?? {})
        : { ...invalidRequest('path', Object.keys(commands).join(', ')), status: 404 }
    },
    /** The next fault of an operation, if one was ordered. */
    takeFault(operation) {
      const fault = faults.find((each) => each.operation === operation)
      if (fault && --fault.times <= 0) faults = faults.filter((each) => each !== fault)
      return fault
    },
  }
}
