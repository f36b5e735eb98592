import { expect, test } from 'vitest'
import { startMessage } from './start-message.ts'

const ownerLine = 'Owner of the staff area: admin, password: abc (shown this once)\n'

test('a first start in a terminal says what is next, between empty lines', () => {
  expect(startMessage('http://localhost:3000/cash', { ownerLine, isTerminal: true })).toBe(
    `
Gift Card Exchange is open on http://localhost:3000/cash
Owner of the staff area: admin, password: abc (shown this once)
Staff area: http://localhost:3000/cash/admin
Example data, in another terminal: npm run db:seed
Ctrl-C stops it.

`,
  )
})

test('a later start under a supervisor prints one line', () => {
  expect(startMessage('https://cards.example/', { ownerLine: undefined, isTerminal: false })).toBe(
    'Gift Card Exchange is open on https://cards.example/\n',
  )
})

test('the staff area is below the public address', () => {
  const message = startMessage('https://cards.example/', { ownerLine, isTerminal: false })
  expect(message).toContain('Staff area: https://cards.example/admin\n')
  expect(message).not.toContain('Ctrl-C')
})
