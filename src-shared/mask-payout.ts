import { maskAccountNumber, type PayoutDetails, paymentTypeInfo } from './payment-method.ts'

/** 'Cash App $ro…d', 'Bank ••6789', 'PayPal da…s@mail.com': at least half of a name or number stays hidden. */
export function maskPayout(payout: PayoutDetails) {
  // The last two dots of the mask and the last 4 digits.
  if (payout.type === 'bank') return `Bank ${maskAccountNumber(payout.accountNumber).slice(-6)}`
  return `${paymentTypeInfo[payout.type].name} ${maskPayoutDetails(payout.details)}`
}

/** The same without the name of the method; `details` are of any method but a bank. */
export function maskPayoutDetails(details: string) {
  return maskDetails(details.trim())
}

function maskDetails(details: string) {
  const [, sigil = '', rest = ''] = /^([$@]?)(.*)$/su.exec(details) ?? []
  const [, local, host] = /^(.+)@([\w-]+(?:\.[\w-]+)+)$/su.exec(rest) ?? []
  if (local !== undefined) return `${sigil}${maskName(local)}@${host}`
  const digits = rest.replace(/\D/g, '')
  const isNumber = digits.length >= SHORTEST_NUMBER && !/\p{L}/u.test(rest)
  return isNumber ? `${sigil}••${digits.slice(digits.length >= LONG_NUMBER ? -4 : -2)}` : sigil + maskName(rest)
}

const SHORTEST_NUMBER = 4
const LONG_NUMBER = 8

/** 'ro…d' for six characters or more; shorter names show one or none. */
function maskName(name: string) {
  const characters = [...name]
  if (characters.length >= 6) return `${characters.slice(0, 2).join('')}…${characters.at(-1)}`
  return characters.length >= 3 ? `${characters[0]}…` : '…'
}
