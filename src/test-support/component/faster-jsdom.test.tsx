import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'

afterEach(() => document.body.replaceChildren())

test.each([
  ['first', '<button hidden>Send</button><button>Cancel</button>'],
  ['last', '<button>Cancel</button><button hidden>Send</button>'],
])('finds what is shown, and not what is hidden, when the hidden element is %s', (_, html) => {
  document.body.innerHTML = html
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancel'])
})

test('finds nothing in a closed dialog, and everything in an open one', () => {
  document.body.innerHTML = '<dialog><p>Closed</p></dialog><dialog open><p>Open</p></dialog>'
  expect(screen.getAllByRole('dialog')).toEqual([document.querySelector('dialog[open]')])
})

test('names of blocks are words of their own, and those of parts of a line are not', () => {
  document.body.innerHTML = '<button><div>Visa</div><div>92 <b>%</b></div></button>'
  expect(screen.getByRole('button', { name: 'Visa 92 %' })).toBeVisible()
})

test('an inline style counts', () => {
  document.body.innerHTML = '<button>Cancel</button><button style="display: none">Send</button>'
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

test('a dialog can be clicked while the page around it cannot, whichever was looked at first', async () => {
  document.body.innerHTML = '<input type="checkbox"><div style="pointer-events: auto"><input type="checkbox"></div>'
  document.body.style.pointerEvents = 'none'
  using _ = { [Symbol.dispose]: () => document.body.removeAttribute('style') }
  const user = userEvent.setup()
  const [around, within] = screen.getAllByRole('checkbox') as [HTMLElement, HTMLElement]
  await expect(user.click(around)).rejects.toThrow('pointer-events: none')
  await user.click(within)
  expect(within).toBeChecked()
})

test('labels are those around a control and those that name it', () => {
  document.body.innerHTML = `<label>Card <input id="card"><input></label><label for="card">Number</label>`
  const [card, other] = document.querySelectorAll('input')
  expect([...(card?.labels ?? [])].map(({ textContent }) => textContent?.trim())).toEqual(['Card', 'Number'])
  expect([...(other?.labels ?? [])]).toEqual([])
})
