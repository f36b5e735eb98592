import { createContext, useContext } from 'react'

/** Provided by the root route, which owns the dialog. */
export const AccountSettingsContext = createContext<() => void>(() => {})

/** Opens the account settings from anywhere. */
export function useAccountSettings(): () => void {
  return useContext(AccountSettingsContext)
}
