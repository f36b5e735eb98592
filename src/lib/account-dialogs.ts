import { createContext, useContext } from 'react'

export type SignInTab = 'signin' | 'signup'

/** Provided by the root route, which owns the dialog. */
export const SignInPromptContext = createContext<(tab?: SignInTab) => void>(() => {})

export function useSignInPrompt() {
  return useContext(SignInPromptContext)
}

export const AccountSettingsContext = createContext<() => void>(() => {})

export function useAccountSettings() {
  return useContext(AccountSettingsContext)
}
