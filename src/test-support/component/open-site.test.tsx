import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import './open-site.tsx'

test('a query that finds nothing in time names the missing text and prints the page once', async () => {
  document.body.innerHTML = '<p>Loading rates...</p>'
  const message = await screen.findByText('Apple', {}, { timeout: 1 }).catch((error: Error) => error.message)
  expect(message).toContain('Unable to find an element with the text: Apple')
  expect(String(message).split('The page:')).toEqual([expect.anything(), expect.stringContaining('Loading rates...')])
  document.body.replaceChildren()
})
