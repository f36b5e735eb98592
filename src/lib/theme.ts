import { useEffect } from 'react'
import { applyTheme } from './apply-theme.ts'
import { localPreference } from './local-preference.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const setting = localPreference('theme', themes)

/** The chosen theme and how to choose another. The page follows, also when it is chosen in another tab. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = setting.use()
  // The root element is outside React. As the page opens it is right already, by the script of its head.
  useEffect(() => setting.subscribe(() => applyTheme(setting.get())), [])
  return [theme ?? 'system', setting.set]
}
