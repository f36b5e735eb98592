import { screen, waitFor } from '@testing-library/dom'
import { expect } from 'vitest'

/** The visible toast, if any. Behind a dialog assistive technology cannot reach it. */
export function findToast(): HTMLElement | null {
  const region = screen.queryByLabelText(/^Notifications/)
  return region?.querySelector('li') ?? null
}

/** Waits for a toast with all these texts. */
export async function expectToast(...texts: string[]): Promise<void> {
  await waitFor(() => {
    for (const text of texts) expect(findToast()).toHaveTextContent(text)
  })
}
