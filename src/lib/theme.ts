import { useEffect } from 'react'
import { applyTheme } from './apply-theme.ts'
import { localPreference } from './local-preference.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const setting = localPreference('theme', themes)

/** The selected theme and its setter. Applies the theme, also when another tab changes it. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = setting.use()
  // The root element is outside React. The inline script in the head has already set the first theme.
  useEffect(() => setting.subscribe(() => applyTheme(setting.get())), [])
  return [theme ?? 'system', setting.set]
}
